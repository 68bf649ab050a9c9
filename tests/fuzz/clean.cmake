# Makes FOLDER anew, empty. Run: cmake -DFOLDER=<a folder> -P tests/fuzz/clean.cmake
file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
