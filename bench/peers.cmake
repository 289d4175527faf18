# Rivals that are no packages of Debian: Box2D v3, Cute C2, Box3D and Jolt. Each takes part where its installation is
# found, or where a variable names the folder that it was installed to. Found ones are in LGJK_PEERS, as object
# libraries, and the libraries that they need in LGJK_PEER_LIBRARIES; dimension.c has empty contenders in place of the
# others. Of Jolt a build with PROFILER_IN_DEBUG_AND_RELEASE and DEBUG_RENDERER_IN_DEBUG_AND_RELEASE off, which its
# users ship.
set(LGJK_BOX2D3_DIR "" CACHE PATH "folder that Box2D 3 was installed to, for the benchmark; empty: look for it")
set(LGJK_BOX2D3_CLANG_DIR "" CACHE PATH "folder of a Box2D 3 built by clang -flto, for the benchmark; empty: without")
set(LGJK_BOX3D_DIR "" CACHE PATH "folder that Box3D was installed to, for the benchmark; empty: look for it")
set(LGJK_JOLT_DIR "" CACHE PATH "folder that Jolt was installed to, for the benchmark; empty: look for it")
set(LGJK_OPENGJK_DIR "" CACHE PATH "folder that openGJK was installed to, for the benchmark; empty: without")
set(LGJK_MUJOCO_DIR "" CACHE PATH "folder of MuJoCo's library and headers, for the benchmark; empty: without")
set(LGJK_COAL_DIR "" CACHE PATH "folder that coal was installed to, for the benchmark; empty: without")
set(LGJK_C2_DIR "" CACHE PATH "folder of cute_c2.h, for the benchmark; empty: look for it")
set(LGJK_PEER_FLAGS "" CACHE STRING "options for the files that call them, whose headers have code: -march=native")
set(LGJK_PEERS "")
set(LGJK_PEER_LIBRARIES "")
set(peer_definitions "")
# Looked for each time: the folders may have changed.
foreach(found C2_INCLUDE_DIR BOX2D3_INCLUDE_DIR BOX2D3_LIBRARY BOX2D3_CLANG_LIBRARY box3d_DIR Jolt_DIR
              OPENGJK_INCLUDE_DIR OPENGJK_LIBRARY MUJOCO_INCLUDE_DIR MUJOCO_LIBRARY COAL_INCLUDE_DIR COAL_LIBRARY)
  unset(${found} CACHE)
endforeach()

# Finds or says what is missing; a folder that was given and holds nothing is an error.
macro(lgjk_peer name identifier folder_variable found source)
  if(${found})
    add_library(lgjk_bench_${identifier} OBJECT rivals/${source})
    target_include_directories(lgjk_bench_${identifier} PRIVATE . ${LGJK_SCENES_DIR})
    target_include_directories(lgjk_bench_${identifier} PRIVATE ${PROJECT_SOURCE_DIR}/kernel/include)
    target_compile_options(lgjk_bench_${identifier} PRIVATE ${LGJK_PEER_FLAGS})
    target_link_libraries(lgjk_bench_${identifier} PRIVATE lgjk_warnings)
    list(APPEND LGJK_PEERS $<TARGET_OBJECTS:lgjk_bench_${identifier}>)
    string(TOUPPER LGJK_HAVE_${identifier} definition)
    list(APPEND peer_definitions ${definition})
    message(STATUS "Benchmark: with ${name}")
  elseif(${folder_variable})
    message(FATAL_ERROR "${folder_variable} is \"${${folder_variable}}\", where no installation of ${name} is")
  else()
    message(STATUS "Benchmark: without ${name}; ${folder_variable} may name the folder that it was installed to")
  endif()
endmacro()

# By its files: its CMake package has the name of Box2D 2.4's, whose headers have other names.
if(LGJK_BOX2D3_DIR)
  set(only NO_DEFAULT_PATH)
else()
  set(only "")
endif()
find_path(BOX2D3_INCLUDE_DIR box2d/collision.h PATHS "${LGJK_BOX2D3_DIR}/include" ${only})
if(BOX2D3_INCLUDE_DIR)
  get_filename_component(prefix "${BOX2D3_INCLUDE_DIR}" DIRECTORY)
  find_library(BOX2D3_LIBRARY box2d PATHS "${prefix}" PATH_SUFFIXES lib lib64 "lib/${CMAKE_LIBRARY_ARCHITECTURE}"
               NO_DEFAULT_PATH)
endif()
set(found FALSE)
if(BOX2D3_INCLUDE_DIR AND BOX2D3_LIBRARY)
  set(found TRUE)
endif()
lgjk_peer("Box2D 3" box2d3 LGJK_BOX2D3_DIR found box2d3.c)
if(found)
  target_include_directories(lgjk_bench_box2d3 SYSTEM PRIVATE ${BOX2D3_INCLUDE_DIR})
  list(APPEND LGJK_PEER_LIBRARIES ${BOX2D3_LIBRARY})
endif()

# The same by clang, as one object: what calls Box2D is compiled with it, so that its functions are inlined, and no name
# but those of the contenders is left, so that gcc's Box2D is another.
#   lgjk_by_clang(TARGET SOURCE IDENTIFIER...)   adds the object of SOURCE to TARGET
set(LGJK_HAVE_BOX2D3_CLANG FALSE)
if(LGJK_BOX2D3_CLANG_DIR)
  find_program(LGJK_PEER_CLANG NAMES clang clang-14 REQUIRED)
  find_program(LGJK_PEER_LLD NAMES ld.lld ld.lld-14 REQUIRED)
  find_library(BOX2D3_CLANG_LIBRARY box2d PATHS "${LGJK_BOX2D3_CLANG_DIR}" PATH_SUFFIXES lib lib64 NO_DEFAULT_PATH
               REQUIRED)
  set(LGJK_HAVE_BOX2D3_CLANG TRUE)
  list(APPEND peer_definitions LGJK_HAVE_BOX2D3_CLANG)
  message(STATUS "Benchmark: with Box2D 3 by clang")
else()
  message(STATUS "Benchmark: without Box2D 3 by clang; LGJK_BOX2D3_CLANG_DIR may name the folder that it was installed to")
endif()
function(lgjk_by_clang target source)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${target}_clang)
  set(options -std=c11 -O3 -march=native -flto -fPIC -DNDEBUG -D_POSIX_C_SOURCE=200809L -DLGJK_BY_CLANG)
  foreach(folder ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/bench ${LGJK_SCENES_DIR}
                 ${PROJECT_SOURCE_DIR}/kernel/include)
    list(APPEND options -I${folder})
  endforeach()
  list(TRANSFORM ARGN PREPEND --keep-global-symbol= OUTPUT_VARIABLE kept)
  add_custom_command(OUTPUT ${object}.o DEPENDS ${source} ${BOX2D3_CLANG_LIBRARY} DEPFILE ${object}.d VERBATIM
                     COMMAND ${LGJK_PEER_CLANG} ${options} -isystem ${LGJK_BOX2D3_CLANG_DIR}/include -MD -MF ${object}.d
                             -MT ${object}.o -c ${CMAKE_CURRENT_SOURCE_DIR}/${source} -o ${object}.bc
                     COMMAND ${LGJK_PEER_LLD} -r --lto-O3 ${object}.bc ${BOX2D3_CLANG_LIBRARY} -o ${object}.all
                     COMMAND ${CMAKE_OBJCOPY} ${kept} ${object}.all ${object}.o)
  set_source_files_properties(${object}.o PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  target_sources(${target} PRIVATE ${object}.o)
endfunction()

# A header alone, whose code is compiled here.
set(only "")
if(LGJK_C2_DIR)
  set(only NO_DEFAULT_PATH)
endif()
find_path(C2_INCLUDE_DIR cute_c2.h PATHS "${LGJK_C2_DIR}" ${only})
lgjk_peer("Cute C2" c2 LGJK_C2_DIR C2_INCLUDE_DIR c2.c)
if(C2_INCLUDE_DIR)
  target_include_directories(lgjk_bench_c2 SYSTEM PRIVATE ${C2_INCLUDE_DIR})
  file(CONFIGURE OUTPUT cute_c2.c CONTENT "#define CUTE_C2_IMPLEMENTATION\n#include <cute_c2.h>\n")
  add_library(lgjk_bench_cute_c2 STATIC ${CMAKE_CURRENT_BINARY_DIR}/cute_c2.c)
  target_include_directories(lgjk_bench_cute_c2 SYSTEM PRIVATE ${C2_INCLUDE_DIR})
  target_compile_options(lgjk_bench_cute_c2 PRIVATE ${LGJK_PEER_FLAGS})
  list(APPEND LGJK_PEER_LIBRARIES lgjk_bench_cute_c2)
endif()

find_package(box3d CONFIG QUIET HINTS "${LGJK_BOX3D_DIR}")
lgjk_peer("Box3D" box3d LGJK_BOX3D_DIR box3d_FOUND box3d.c)
if(box3d_FOUND)
  target_link_libraries(lgjk_bench_box3d PRIVATE box3d::box3d)
  list(APPEND LGJK_PEER_LIBRARIES box3d::box3d)
endif()

find_package(Jolt CONFIG QUIET HINTS "${LGJK_JOLT_DIR}")
lgjk_peer("Jolt" jolt LGJK_JOLT_DIR Jolt_FOUND jolt.cc)
if(Jolt_FOUND)
  target_link_libraries(lgjk_bench_jolt PRIVATE Jolt::Jolt)
  list(APPEND LGJK_PEER_LIBRARIES Jolt::Jolt)
endif()

# Finds a header and a library in a folder that was given, and nowhere else.
#   lgjk_peer_in_folder(NAME identifier HEADER SOURCE LIBRARY...)   LIBRARY...: its names
macro(lgjk_peer_in_folder name identifier header source)
  string(TOUPPER ${identifier} upper)
  set(found FALSE)
  if(LGJK_${upper}_DIR)
    find_path(${upper}_INCLUDE_DIR ${header} PATHS "${LGJK_${upper}_DIR}/include" NO_DEFAULT_PATH)
    find_library(${upper}_LIBRARY NAMES ${ARGN} PATHS "${LGJK_${upper}_DIR}" PATH_SUFFIXES lib lib64 NO_DEFAULT_PATH)
    if(${upper}_INCLUDE_DIR AND ${upper}_LIBRARY)
      set(found TRUE)
    endif()
  endif()
  lgjk_peer("${name}" ${identifier} LGJK_${upper}_DIR found ${source})
  if(found)
    target_include_directories(lgjk_bench_${identifier} SYSTEM PRIVATE ${${upper}_INCLUDE_DIR})
    list(APPEND LGJK_PEER_LIBRARIES ${${upper}_LIBRARY})
  endif()
endmacro()
lgjk_peer_in_folder("openGJK" opengjk openGJK/openGJK.h opengjk.c opengjk_scalar opengjk_scalar_static opengjk)
# Its narrow phase is no part of its interface: beside its headers, engine/ has those of its sources.
lgjk_peer_in_folder("MuJoCo" mujoco engine/engine_collision_gjk.h mujoco.cc mujoco)
if(MUJOCO_LIBRARY AND MUJOCO_INCLUDE_DIR)
  target_include_directories(lgjk_bench_mujoco SYSTEM PRIVATE ${BULLET_INCLUDE_DIRS} ${CCD_INCLUDE_DIRS})
  list(APPEND LGJK_PEER_LIBRARIES LinearMath ccd)
endif()
