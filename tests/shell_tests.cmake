# The tests that are scripts: the examples, the installed package, README.md, plots and pages of the results, and the
# stages of scripts/test.sh.
if(LGJK_BUILD_EXAMPLES)
  foreach(isa ${LGJK_ISAS})
    add_test(NAME crowd_${isa} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/test_crowd.sh $<TARGET_FILE:crowd> ${isa})
    set_tests_properties(crowd_${isa} PROPERTIES SKIP_RETURN_CODE 77)
  endforeach()
endif()

# A library built with sanitizers is none that a stranger's program could link.
if(NOT LGJK_SANITIZE)
  add_test(NAME test_install COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/test_install.sh ${PROJECT_BINARY_DIR} ${CMAKE_C_COMPILER})
  add_test(NAME test_readme COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/test_readme.sh ${PROJECT_SOURCE_DIR}/README.md
                                    $<TARGET_FILE:lanegjk_static> ${PROJECT_SOURCE_DIR}/kernel/include ${CMAKE_C_COMPILER}
                                    $<$<BOOL:${LGJK_BUILD_TOOLS}>:$<TARGET_FILE:lanegjk>> COMMAND_EXPAND_LISTS)
  add_test(NAME test_readme_install COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/test_readme_install.sh ${PROJECT_SOURCE_DIR})
  set_tests_properties(test_readme_install PROPERTIES SKIP_RETURN_CODE 77 LABELS slow)
  foreach(case plain isas dim2 dim3 refusals werror subdirectory)
    add_test(NAME build_${case} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/test_builds.sh ${case} ${PROJECT_SOURCE_DIR}
                                        ${CMAKE_C_COMPILER} ${SIMDE_INCLUDE_DIR})
  endforeach()
endif()

foreach(name test_plots test_publish)
  add_test(NAME ${name} COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/${name}.sh $<TARGET_FILE:lgjk_bench_table> ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
endforeach()

# Each builds in a folder of its own under build/, beforehand (scripts/test.sh).
option(LGJK_TEST_STAGES "add other compilers, sanitizers, valgrind, AArch64 and fuzzing as tests" OFF)
if(LGJK_TEST_STAGES)
  foreach(stage clang sanitize valgrind aarch64 fuzz2 fuzz3)
    add_test(NAME stage_${stage} COMMAND ${PROJECT_SOURCE_DIR}/scripts/stage.sh run ${stage})
    set_tests_properties(stage_${stage} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 900)
  endforeach()
endif()
