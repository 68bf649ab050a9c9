# cmake -DFIRST=<program> -DSECOND=<program> -P world_chaos.cmake: both must print the same.
execute_process(COMMAND ${FIRST} OUTPUT_VARIABLE first RESULT_VARIABLE first_result)
execute_process(COMMAND ${SECOND} OUTPUT_VARIABLE second RESULT_VARIABLE second_result)
if(NOT first_result EQUAL 0 OR NOT second_result EQUAL 0)
    message(FATAL_ERROR "a program failed:\n${first}\n${second}")
endif()
if(NOT first STREQUAL second OR first STREQUAL "")
    message(FATAL_ERROR "the same world, other bits:\n${first}\n${second}")
endif()
