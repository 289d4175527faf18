# lgjk_functions(VARIABLE DIMS headers...): the public functions that the headers declare, without those of a dimension
# that is not in the list: what a DLL and a WebAssembly module export. By this list the objects need no dllexport, which
# would go into programs with the static library.
function(lgjk_functions variable dims)
  set(names "")
  foreach(header ${ARGN})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
    file(STRINGS ${header} declarations REGEX "^LGJK_API ")
    foreach(declaration IN LISTS declarations)
      string(REGEX MATCH "(lgjk_[a-z0-9_]+)\\(" name "${declaration}")
      set(name ${CMAKE_MATCH_1})
      string(REGEX MATCH "^lgjk_[a-z_]+([23])" dim "${name}")
      if(NOT dim OR CMAKE_MATCH_1 IN_LIST dims)
        list(APPEND names ${name})
      endif()
    endforeach()
  endforeach()
  set(${variable} "${names}" PARENT_SCOPE)
endfunction()
