# Fails where docs/figures is not what the code draws today, or holds what nobody draws.
# Run: cmake -DFIGURES=<axle_figures> -DFRESH=<a folder to draw in> -P tests/check_figures.cmake
cmake_minimum_required(VERSION 3.25)
set(kept ${CMAKE_CURRENT_LIST_DIR}/../docs/figures)
file(REMOVE_RECURSE ${FRESH})
execute_process(COMMAND ${FIGURES} ${FRESH} RESULT_VARIABLE result)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "${FIGURES} failed: ${result}")
endif()
file(GLOB drawn RELATIVE ${FRESH} ${FRESH}/*.svg)
file(GLOB here RELATIVE ${kept} ${kept}/*.svg)
set(stale "")
foreach(name IN LISTS drawn here)
    execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${FRESH}/${name} ${kept}/${name}
        RESULT_VARIABLE result OUTPUT_QUIET ERROR_QUIET)
    if(NOT result EQUAL 0)
        list(APPEND stale ${name})
    endif()
endforeach()
list(REMOVE_DUPLICATES stale)
if(stale)
    message(FATAL_ERROR "docs/figures is out of date: ${stale}\n"
        "Redraw it, look at what changed and commit it: ${FIGURES} docs/figures")
endif()
