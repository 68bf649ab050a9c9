# Runs test programs where numbers have a decimal comma (de_DE.UTF-8), a locale made here for the purpose; skipped
# where localedef or its sources are missing.
# Run: cmake -DWORK=<a folder> -DPROGRAMS=<test;test> -P tests/check_locale.cmake
cmake_minimum_required(VERSION 3.25)
find_program(localedef localedef)
file(MAKE_DIRECTORY ${WORK})
if(localedef AND NOT EXISTS ${WORK}/de_DE.UTF-8/LC_NUMERIC)
    # it warns, and says so by its result: what counts is what it leaves
    execute_process(COMMAND ${localedef} -c -i de_DE -f UTF-8 ${WORK}/de_DE.UTF-8 OUTPUT_QUIET ERROR_QUIET)
endif()
if(NOT EXISTS ${WORK}/de_DE.UTF-8/LC_NUMERIC)
    message("skipped: no localedef, or no de_DE for it")
    return()
endif()
foreach(program IN LISTS PROGRAMS)
    execute_process(COMMAND ${CMAKE_COMMAND} -E env LOCPATH=${WORK} LC_ALL=de_DE.UTF-8 ${program}
        OUTPUT_VARIABLE printed ERROR_VARIABLE problems RESULT_VARIABLE result)
    if(NOT result EQUAL 0)
        message(SEND_ERROR "${program} fails with a decimal comma:\n${printed}${problems}")
    endif()
endforeach()
