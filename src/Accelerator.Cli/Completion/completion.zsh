#compdef ftpx
# Completion of ftpx for zsh: source <(ftpx completion zsh) after compinit, or this as the file _ftpx in a folder of fpath.
_ftpx() {
    local line candidate
    local -a whole begun
    line="ftpx ${(j: :)words[2,CURRENT-1]}"
    (( CURRENT == 2 )) || line+=' '
    line+=$PREFIX
    for candidate in ${(f)"$(${(Q)words[1]} "[suggest:${#line}]" $line 2>/dev/null)"}; do
        # Options where one was begun; else what is left is for names of files.
        [[ $candidate != [-/]* || $PREFIX == -* ]] || continue
        # An address continues after its host, a path after its server's name, and a setting after its equals sign.
        if [[ $candidate == *[/=:] ]]; then begun+=($candidate); else whole+=($candidate); fi
    done
    (( ! $#whole )) || compadd -- $whole
    (( ! $#begun )) || compadd -S '' -- $begun
    (( compstate[nmatches] )) || _files
}
if [[ ${funcstack[1]-} == _ftpx ]]; then _ftpx "$@"; else compdef _ftpx ftpx; fi
