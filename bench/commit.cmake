# Writes the commit that is being built to OUTPUT; run at every build, so that it is never out of date.
execute_process(COMMAND git describe --always --abbrev=12 WORKING_DIRECTORY ${SOURCE} OUTPUT_VARIABLE commit
                RESULT_VARIABLE status ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT status EQUAL 0)
  set(commit unknown)
else()
  # Pages are no part of a build, and one measurement of a published run writes its page before the next begins.
  execute_process(COMMAND git diff --quiet HEAD -- . ":(top,exclude)results" WORKING_DIRECTORY ${SOURCE}
                  RESULT_VARIABLE status ERROR_QUIET)
  if(NOT status EQUAL 0)
    string(APPEND commit -dirty)
  endif()
endif()
set(content "#define BUILD_COMMIT \"${commit}\"\n")
set(written "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} written)
endif()
if(NOT written STREQUAL content)
  file(WRITE ${OUTPUT} "${content}")
endif()
