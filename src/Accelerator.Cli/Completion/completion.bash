# Completion of ftpx for bash: source <(ftpx completion bash)
_ftpx() {
    local line word breaks='' mark cut='' candidate
    line=${COMP_LINE:0:COMP_POINT}
    line="ftpx${line#*"$1"}"
    word=${line##*[[:space:]]}
    # Bash puts in what follows the last of these in the word, and keeps what is before it.
    for mark in @ : =; do
        [[ $COMP_WORDBREAKS != *"$mark"* ]] || breaks+=$mark
    done
    [[ -z $breaks ]] || cut=${word%"${word##*["$breaks"]}"}
    COMPREPLY=()
    while IFS= read -r candidate; do
        candidate=${candidate%$'\r'}
        [[ $candidate == "$word"* ]] || continue
        # Options where one was begun; else what is left is for names of files.
        [[ $candidate != [-/]* || $word == -* ]] || continue
        COMPREPLY+=("${candidate#"$cut"}")
    done < <("$1" "[suggest:${#line}]" "$line" 2>/dev/null)
    # An address continues after its host, a path after its server's name, and a setting after its equals sign.
    [[ ${COMPREPLY[0]-} != *[/=:] ]] || compopt -o nospace 2>/dev/null
    return 0
}
complete -o default -F _ftpx ftpx ftpx.exe
