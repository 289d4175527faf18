# What of the library is built: LGJK_ISAS, the instruction sets, and LGJK_DIMS, the dimensions. Both are checked, and
# then hold each name once, in the order of the lists here. And what the kernels, and tests of their parts, are compiled
# with.
set(LGJK_KNOWN_ISAS scalar sse avx2 avx512 neon)
string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" processor)
if(processor MATCHES "^(x86_64|amd64)$")
  set(LGJK_VALID_ISAS scalar sse avx2 avx512)
elseif(processor MATCHES "^(aarch64|arm64)$")
  set(LGJK_VALID_ISAS scalar neon)
else()
  set(LGJK_VALID_ISAS scalar)
endif()
set(LGJK_FLAGS_avx2 -mavx2)
set(LGJK_FLAGS_avx512 -mavx512f -mavx512vl -mavx512dq -mavx512bw -mprefer-vector-width=512)
# The same bits everywhere: no contraction into fma, no reassociation, whatever the host project sets. gcc 12 was seen
# to drop a rounding to float where it vectorises straight-line code.
set(LGJK_KERNEL_FLAGS -ffp-contract=off -fno-fast-math -fno-math-errno -fno-tree-slp-vectorize)
set(LGJK_VALID_DIMS 2 3)
set(LGJK_ISAS "${LGJK_VALID_ISAS}" CACHE STRING "instruction sets to build: scalar and any others of this processor")
set(LGJK_DIMS "${LGJK_VALID_DIMS}" CACHE STRING "dimensions to build: 2, 3 or both")

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
if(NOT scalar IN_LIST LGJK_ISAS)
  message(FATAL_ERROR "LGJK_ISAS is \"${LGJK_ISAS}\", without \"scalar\", which runs where the others do not: "
                      "ask for \"scalar;${LGJK_ISAS}\".")
endif()
