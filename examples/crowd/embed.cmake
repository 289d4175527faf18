# Writes a header with a text file as a string: cmake -DFROM=player.html -DTO=player.h -DNAME=player_html -P embed.cmake
file(READ "${FROM}" bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
string(REPEAT "....," 16 line)
string(REGEX REPLACE "(${line})" "\\1\n" bytes "${bytes}")
file(WRITE "${TO}" "static const char ${NAME}[] = {\n${bytes}0};\n")
