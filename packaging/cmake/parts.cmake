# What of the library is built: LGJK_ISAS, the instruction sets, and LGJK_DIMS, the dimensions; and LGJK_KINDS, what of
# it is installed. All are checked, and then hold each name once, in the order of the lists of what is valid. And what
# the kernels, and tests of their parts, are compiled with.

# From the rows of LGJK_ISA_TABLE: LGJK_KNOWN_ISAS, all names; LGJK_VALID_ISAS, those of the target's processor; and of
# each LGJK_LANE_HEADER_<name> and LGJK_FLAGS_<name>.
set(LGJK_KNOWN_ISAS "")
set(LGJK_VALID_ISAS "")
set(sure_isas "") # of these, what any processor of the target runs
string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" processor)
string(REGEX REPLACE "^amd64$" "x86_64" processor "${processor}")
string(REGEX REPLACE "^arm64$" "aarch64" processor "${processor}")
if(EMSCRIPTEN) # whose toolchain file says x86
  set(processor wasm32)
endif()
set(table ${CMAKE_CURRENT_LIST_DIR}/../../kernel/isa/kernels.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
file(READ ${table} text)
string(REGEX REPLACE "[ \\\n]+" " " text "${text}")
set(row_of_isa "X\\(([a-z0-9]+), [A-Z0-9_]+, \"[^\"]+\", [0-9]+, ([a-z0-9_]+), ([a-z0-9_]+), ([^,]*), ([^)]*)\\)")
string(REGEX MATCHALL "${row_of_isa}" rows "${text}")
foreach(row IN LISTS rows)
  string(REGEX MATCH "${row_of_isa}" row "${row}")
  set(isa ${CMAKE_MATCH_1})
  set(LGJK_LANE_HEADER_${isa} lane/${CMAKE_MATCH_2}.h)
  set(isa_processor ${CMAKE_MATCH_3})
  set(isa_needs "${CMAKE_MATCH_4}")
  string(REGEX REPLACE "NEEDS\\(([^)]+)\\)" "-m\\1" flags "${CMAKE_MATCH_4} ${CMAKE_MATCH_5}")
  separate_arguments(LGJK_FLAGS_${isa} UNIX_COMMAND "${flags}")
  list(APPEND LGJK_KNOWN_ISAS ${isa})
  if(isa_processor STREQUAL "any" OR isa_processor STREQUAL processor)
    list(APPEND LGJK_VALID_ISAS ${isa})
    if(isa_needs STREQUAL "")
      list(APPEND sure_isas ${isa})
    endif()
  endif()
endforeach()
# The same bits everywhere: no contraction into fma, no reassociation, whatever the host project sets. gcc 12 was seen
# to drop a rounding to float where it vectorises straight-line code.
# A section for each function and table: a static program leaves out the queries and the dimension that it does not use
# (-Wl,--gc-sections).
set(LGJK_KERNEL_FLAGS -ffunction-sections -fdata-sections
                      -ffp-contract=off -fno-fast-math -fno-math-errno -fno-tree-slp-vectorize)
if(processor STREQUAL "s390x") # by the letter of C, floats are evaluated as doubles there
  list(APPEND LGJK_KERNEL_FLAGS -fexcess-precision=fast)
endif()
set(LGJK_VALID_DIMS 2 3)
set(LGJK_VALID_KINDS static shared)
# Kernels of one lane are never chosen where every processor of the target has SIMD: for tests and benchmarks alone,
# and WebAssembly, for modules without SIMD.
set(LGJK_DEFAULT_ISAS ${LGJK_VALID_ISAS})
foreach(part TESTS BENCH)
  if(NOT DEFINED LGJK_BUILD_${part})
    set(LGJK_WITH_${part} ${PROJECT_IS_TOP_LEVEL})
  else()
    set(LGJK_WITH_${part} ${LGJK_BUILD_${part}})
  endif()
endforeach()
list(LENGTH sure_isas sure_count)
if(sure_count GREATER 1 AND NOT EMSCRIPTEN AND NOT LGJK_WITH_TESTS AND NOT LGJK_WITH_BENCH)
  list(REMOVE_ITEM LGJK_DEFAULT_ISAS scalar)
endif()
set(LGJK_ISAS "${LGJK_DEFAULT_ISAS}" CACHE STRING "instruction sets to build: all, or some of this processor")
if(LGJK_ISAS STREQUAL "all")
  set(LGJK_ISAS ${LGJK_VALID_ISAS})
endif()
set(LGJK_DIMS "${LGJK_VALID_DIMS}" CACHE STRING "dimensions to build: 2, 3 or both")
set(LGJK_KINDS "${LGJK_VALID_KINDS}" CACHE STRING "libraries to install: static, shared or both")

# lgjk_check_list(VARIABLE what valid...): ends with an error where the list is empty or holds another name.
function(lgjk_check_list variable what)
  set(ordered ${ARGN})
  if("${${variable}}" STREQUAL "")
    message(FATAL_ERROR "${variable} is empty; ${what} are \"${ARGN}\".")
  endif()
  foreach(name IN LISTS ${variable})
    if(NOT name IN_LIST ordered)
      message(FATAL_ERROR "${variable} holds \"${name}\"; ${what} are \"${ARGN}\".")
    endif()
  endforeach()
  foreach(name ${ARGN})
    if(NOT name IN_LIST ${variable})
      list(REMOVE_ITEM ordered ${name})
    endif()
  endforeach()
  set(${variable} "${ordered}" PARENT_SCOPE)
endfunction()

lgjk_check_list(LGJK_ISAS "the instruction sets for ${CMAKE_SYSTEM_PROCESSOR}" ${LGJK_VALID_ISAS})
lgjk_check_list(LGJK_DIMS "the dimensions" ${LGJK_VALID_DIMS})
lgjk_check_list(LGJK_KINDS "the kinds of library" ${LGJK_VALID_KINDS})
set(sure ${sure_isas})
list(REMOVE_ITEM sure ${LGJK_ISAS})
if(sure STREQUAL "${sure_isas}")
  message(FATAL_ERROR "LGJK_ISAS is \"${LGJK_ISAS}\", which not every processor runs: "
                      "use \"scalar;${LGJK_ISAS}\".")
endif()
# LGJK_HAVE_<name>=0 or 1 of every set: what goes through the table is compiled with these.
set(LGJK_HAVE_ISAS "")
foreach(isa IN LISTS LGJK_KNOWN_ISAS)
  if(isa IN_LIST LGJK_ISAS)
    list(APPEND LGJK_HAVE_ISAS LGJK_HAVE_${isa}=1)
  else()
    list(APPEND LGJK_HAVE_ISAS LGJK_HAVE_${isa}=0)
  endif()
endforeach()
