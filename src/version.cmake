# Writes HEADER, if it changes, with the version of the program: GRANUM_VERSION and GRANUM_COMMIT. Sources, in order:
#   1. the file VERSION of a release tarball, in the folder SOURCE: "VERSION COMMIT"
#   2. git: the last tag v*, commits since then, commit, dirty: 0.2.0-12-gabc1234-dirty; without a tag, RELEASE-gabc1234
#   3. RELEASE, the version of the CMake project
set(version "${RELEASE}")
set(commit "unknown")
if(EXISTS "${SOURCE}/VERSION")
  file(READ "${SOURCE}/VERSION" text)
  string(REGEX MATCH "^([^ \n]+) ([^ \n]+)" text "${text}")
  set(version "${CMAKE_MATCH_1}")
  set(commit "${CMAKE_MATCH_2}")
elseif(EXISTS "${SOURCE}/.git") # not the repository of a folder above
  set(git git --no-optional-locks -C "${SOURCE}")
  execute_process(COMMAND ${git} rev-parse HEAD OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  execute_process(COMMAND ${git} describe --tags --match v[0-9]* --always --dirty --abbrev=9
                  OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(described MATCHES "^v(.*)$")
    set(version "${CMAKE_MATCH_1}")
  elseif(described)
    set(version "${RELEASE}-g${described}")
  endif()
  if(head)
    set(commit "${head}")
  endif()
endif()
set(text "#define GRANUM_VERSION \"${version}\"\n#define GRANUM_COMMIT \"${commit}\"\n")
set(before "")
if(EXISTS "${HEADER}")
  file(READ "${HEADER}" before)
endif()
if(NOT text STREQUAL before)
  file(WRITE "${HEADER}" "${text}")
endif()
