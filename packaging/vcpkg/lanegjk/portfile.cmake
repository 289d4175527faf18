# Untested. An overlay port that builds the tree it lies in, with the kind of library that the triplet names.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(kind static)
if(VCPKG_LIBRARY_LINKAGE STREQUAL "dynamic")
  set(kind shared)
endif()
# The adapter of OpenMP would be there or not, as the machine has it.
vcpkg_cmake_configure(
  SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS -DLGJK_KINDS=${kind} -DCMAKE_DISABLE_FIND_PACKAGE_OpenMP=ON
          -DLGJK_BUILD_TESTS=OFF -DLGJK_BUILD_BENCH=OFF -DLGJK_BUILD_TOOLS=OFF -DLGJK_BUILD_EXAMPLES=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/lanegjk)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share"
                    "${CURRENT_PACKAGES_DIR}/share/doc")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
