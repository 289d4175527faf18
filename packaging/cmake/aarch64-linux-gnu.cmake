# Cross build for 64-bit ARM with Debian's compiler; programs of the build run under qemu-user.
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
include(${CMAKE_CURRENT_LIST_DIR}/linux-gnu.cmake)
