# Cross build by one of Debian's compilers MACHINE-linux-gnu-gcc, which -DCMAKE_C_COMPILER names; programs of the build
# run under qemu-user.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES CMAKE_C_COMPILER) # this file is read again there
get_filename_component(machine ${CMAKE_C_COMPILER} NAME)
string(REGEX REPLACE "-linux-gnu-gcc$" "" machine ${machine})
string(REPLACE powerpc ppc qemu ${machine})
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${machine})
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${qemu} -L /usr/${machine}-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
include(${CMAKE_CURRENT_LIST_DIR}/host_simde.cmake)
