# Completion of ftpx for fish: ftpx completion fish | source
function __ftpx_words
    set -l line (commandline -cp)
    set -l word (commandline -ct)
    # Options where one was begun; fish itself adds names of files.
    if string match -q -- '-*' "$word"
        ftpx "[suggest:"(string length -- "$line")"]" "$line" 2>/dev/null
    else
        ftpx "[suggest:"(string length -- "$line")"]" "$line" 2>/dev/null | string match -rv -- '^[-/]'
    end
end
complete -c ftpx -a '(__ftpx_words)'
