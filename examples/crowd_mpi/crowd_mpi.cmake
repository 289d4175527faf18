# The crowd on many machines, where MPI is found: Debian's libopenmpi-dev or libmpich-dev. Zoltan is used where it is
# found: libtrilinos-zoltan-dev. Not for other machines: what is found here is this machine's.
if(NOT CMAKE_CROSSCOMPILING)
  find_package(MPI QUIET COMPONENTS C)
endif()
if(MPI_C_FOUND)
  lgjk_example(crowd_mpi crowd_mpi/crowd_mpi.c crowd_mpi/parcel.c crowd_mpi/cells.c crowd_mpi/balance.c
               crowd_mpi/leave.c crowd_mpi/arrive.c crowd_mpi/insert.c crowd_mpi/exchange.c crowd_mpi/verdict.c
               crowd_mpi/file.c crowd_mpi/log.c crowd_mpi/zoltan.c)
  target_link_libraries(crowd_mpi PRIVATE crowd_parts MPI::MPI_C)
  find_path(ZOLTAN_INCLUDE_DIR zoltan.h PATH_SUFFIXES trilinos)
  find_library(ZOLTAN_LIBRARY NAMES zoltan trilinos_zoltan)
  if(ZOLTAN_INCLUDE_DIR AND ZOLTAN_LIBRARY)
    target_compile_definitions(crowd_mpi PRIVATE CROWD_HAS_ZOLTAN)
    target_include_directories(crowd_mpi SYSTEM PRIVATE ${ZOLTAN_INCLUDE_DIR})
    target_link_libraries(crowd_mpi PRIVATE ${ZOLTAN_LIBRARY})
  endif()
else()
  message(STATUS "crowd_mpi is not built: no MPI found")
endif()
