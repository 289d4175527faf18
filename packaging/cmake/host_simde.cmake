# For toolchain files: SIMDe is headers alone, and so those of this machine serve others, but not what lies beside them.
get_property(is_trial GLOBAL PROPERTY IN_TRY_COMPILE)
if(NOT is_trial AND EXISTS /usr/include/simde)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/include)
  file(CREATE_LINK /usr/include/simde ${CMAKE_BINARY_DIR}/include/simde SYMBOLIC)
  set(SIMDE_INCLUDE_DIR ${CMAKE_BINARY_DIR}/include CACHE PATH "the headers of SIMDe")
endif()
