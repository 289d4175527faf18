# Writes the commit that is being built to OUTPUT; run at every build, so that it is never out of date.
execute_process(COMMAND git describe --always --dirty --abbrev=12 WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit
                RESULT_VARIABLE status ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT status EQUAL 0)
  set(commit unknown)
endif()
set(content "#define BUILD_COMMIT \"${commit}\"\n")
set(written "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} written)
endif()
if(NOT written STREQUAL content)
  file(WRITE ${OUTPUT} "${content}")
endif()
