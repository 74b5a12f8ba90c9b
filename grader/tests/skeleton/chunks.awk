# SPDX-License-Identifier: MIT
# Split a C file into its top-level pieces, without comments.
#
#	awk -v mode=names    the functions: NAME stub|given static|extern
#	awk -v mode=outside -v stubs=" a b "
#	                     the text outside the functions in @stubs, of which
#	                     only the head is printed
#
# Understands C as this project writes it: no brace or comment mark in a
# string or character constant, and no function made by a macro.

function strip(line,    at, rest)
{
	for (;;) {
		if (in_comment) {
			at = index(line, "*/")
			if (!at)
				return ""
			line = substr(line, at + 2)
			in_comment = 0
		}
		at = index(line, "/*")
		if (!at)
			break
		rest = substr(line, at + 2)
		if (index(rest, "*/")) {
			line = substr(line, 1, at - 1) " " \
				substr(rest, index(rest, "*/") + 2)
			continue
		}
		in_comment = 1
		return substr(line, 1, at - 1)
	}
	sub(/\/\/.*/, "", line)
	return line
}

# The name of the function that @text defines, or "".
function function_name(text,    head)
{
	head = text
	if (!sub(/[ \t]*\n?\{.*/, "", head) || head ~ /=/ || head !~ /\(/)
		return ""
	gsub(/\n/, " ", head)
	gsub(/__attribute__ ?\(\([^()]*(\([^()]*\))?[^()]*\)\)/, "", head)
	sub(/\(.*/, "", head)
	sub(/.*[^A-Za-z0-9_]/, "", head)
	return head
}

function head_of(text)
{
	sub(/\n?\{.*/, " { ... }\n", text)
	return text
}

function flush_piece(    name, is_static)
{
	if (piece == "")
		return
	name = function_name(piece)
	is_static = piece ~ /^static /
	if (mode == "names") {
		if (name != "")
			print name, piece ~ /CO_NOT_STARTED\(/ ? "stub" : "given", \
				is_static ? "static" : "extern"
	} else if (name != "" && index(stubs, " " name " ")) {
		printf "%s", head_of(piece)
	} else {
		printf "%s", piece
	}
	piece = ""
}

{
	line = strip($0)
	gsub(/[ \t]+/, " ", line)
	sub(/^ /, "", line)
	sub(/ $/, "", line)
	if (line == "")
		next
	piece = piece line "\n"
	braces = line
	depth += gsub(/\{/, "", braces)
	depth -= gsub(/\}/, "", braces)
	if (!depth && (line ~ /[;}]$/ || (line ~ /^#/ && line !~ /\\$/)))
		flush_piece()
}

END {
	flush_piece()
}
