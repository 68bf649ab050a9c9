# Fails where a source file is not as .clang-format wants it. Run: cmake -P tests/check_format.cmake
cmake_minimum_required(VERSION 3.25)
find_program(CLANG_FORMAT NAMES clang-format clang-format-14 REQUIRED)
set(root ${CMAKE_CURRENT_LIST_DIR}/..)
file(GLOB_RECURSE files ${root}/src/*.[ch] ${root}/src/*.cpp ${root}/tests/*.[ch] ${root}/tests/*.cpp)
execute_process(COMMAND ${CLANG_FORMAT} --dry-run --Werror ${files} RESULT_VARIABLE result)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "run: clang-format -i $(git ls-files '*.c' '*.h' '*.cpp')")
endif()
