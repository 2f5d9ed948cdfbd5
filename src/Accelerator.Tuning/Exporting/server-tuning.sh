# With -C, > only creates files: it never writes to a file that another user has made.
set -uC
umask 077
PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C
export PATH LC_ALL

dry=no client= link= changes=0 boot=
undo= store=/var/lib
boot_file=/etc/sysctl.d/99-z-accelerator.conf

say() { printf '%s\n' "$*"; }

usage() {
    say "usage: sh $0 [--dry-run] [CLIENT]" >&2
    exit 2
}

for word in "$@"; do
    case $word in
    --dry-run) dry=yes ;;
    -*) usage ;;
    *) [ -z "$client" ] || usage; client=$word ;;
    esac
done
[ "$dry" = yes ] || [ "$(id -u)" = 0 ] || { say "error: only root can change these settings: run it with sudo, or with --dry-run. Nothing was changed." >&2; exit 1; }
if [ -n "$client" ]; then
    link=$(ip -o route get "$client" 2>/dev/null | sed -n 's/.* dev \([^ ]*\).*/\1/p')
    case $link in
    '' | lo | *[!A-Za-z0-9_.:@-]*) say "error: no interface leads to $client. Name the address of the computer that downloads. Nothing was changed." >&2; exit 2 ;;
    esac
    say "Interface to $client: $link"
fi

fail() {
    say "error: $1. The values changed before are restored." >&2
    [ -z "$undo" ] || sh "$undo"
    exit 1
}

# make_undo: makes the rollback script in a new folder of root's own. In the current folder, another user could have made a file of its name
# before, and root would run it.
make_undo() {
    case $(stat -c '%u %A' "$store/.") in
    '0 d'????-??-?) ;;
    *) say "error: other users than root can write to $store, so no rollback script can be kept there. Run: chown root $store; chmod 755 $store. Nothing was changed." >&2; exit 1 ;;
    esac
    folder=$(mktemp -d "$store/ftpx-server-rollback-$(date -u +%Y%m%dT%H%M%SZ)-XXXXXX") && undo=$folder/rollback.sh && say '#!/bin/sh' >"$undo" || { say "error: the rollback script cannot be written to $store. Nothing was changed." >&2; exit 1; }
}

# keep COMMAND VALUE: notes how to restore a value before it is changed; the last change is restored first.
keep() {
    [ -n "$undo" ] || make_undo
    { say '#!/bin/sh'; say "$1 && echo 'restored: $2' || echo 'NOT restored: $2' >&2"; sed 1d "$undo"; } >"$undo.new" && sync && mv "$undo.new" "$undo" \
        || fail "$undo cannot be written"
}

# change NAME OLD NEW COMMAND COMMAND-TO-RESTORE
change() {
    say "$1: $2 -> $3"
    changes=$((changes + 1))
    [ "$dry" = no ] || return 0
    keep "$5" "$1: $2"
    sh -c "$4" || fail "$1 could not be set to $3"
}

skip() { say "$1: left alone: $2"; }

# is_wanted NOW WANTED exact|at-least
is_wanted() {
    [ "$1" = "$2" ] && return 0
    case $3:$1 in
    at-least:*[!0-9]* | exact:*) return 1 ;;
    esac
    [ "$1" -ge "$2" ]
}

# has_part MODULE OPTION: whether the kernel has it, built in or as a module
has_part() {
    modprobe -n -q "$1" 2>/dev/null && return 0
    [ ! -d "/lib/modules/$(uname -r)" ] || return 1
    zcat /proc/config.gz 2>/dev/null | grep -q "^$2=y"
}

# kernel NAME FIELD VALUE exact|at-least [MODULE OPTION]
kernel() {
    path=/proc/sys/$(say "$1" | tr . /)
    [ -r "$path" ] && old=$(tr '\t' ' ' <"$path") || { skip "$1" "this kernel or container has no such setting"; return 0; }
    now=$(say "$old" | cut -d ' ' -f "$2")
    if is_wanted "$now" "$3" "$4"; then
        say "$1: $old (as wanted)"
        return 0
    fi
    if [ $# -gt 4 ] && ! has_part "$5" "$6"; then
        skip "$1" "this kernel has no $5; install its package of extra modules, or use a profile of your own"
        return 0
    fi
    case $(stat -c %A "$path") in
    *w*) ;;
    *) skip "$1" "this container cannot change it: run the script outside of it"; return 0 ;;
    esac
    new=$(say "$old" | awk -v field="$2" -v value="$3" '{ $field = value; print }')
    change "$1" "$old" "$new" "echo '$new' >$path" "echo '$old' >$path"
    [ "$dry" = yes ] || [ "$(tr '\t' ' ' <"$path")" = "$new" ] || fail "$1 is not $new after the change"
    boot="$boot$1=$new
"
}

# interface FILE VALUE exact|at-least
interface() {
    [ -n "$link" ] || { skip "$1" "no client was named"; return 0; }
    path=/sys/class/net/$link/$1
    old=$(cat "$path" 2>/dev/null) || { skip "$link $1" "there is no such setting"; return 0; }
    if is_wanted "$old" "$2" "$3"; then
        say "$link $1: $old (as wanted)"
        return 0
    fi
    change "$link $1" "$old" "$2" "echo $2 >'$path'" "echo $old >'$path'"
    [ "$dry" = yes ] || [ "$(cat "$path")" = "$2" ] || fail "$link $1 is not $2 after the change"
}

# queue MODULE OPTION KIND [maxrate RATE]
queue() {
    module=$1 option=$2
    shift 2
    [ -n "$link" ] || { skip "queue discipline" "no client was named"; return 0; }
    line=$(tc qdisc show dev "$link" root 2>/dev/null | head -n 1)
    now=$(say "$line" | awk '{ print $2 }') handle=$(say "$line" | awk '{ print $3 }')
    case $line in
    *" maxrate "*) now="$now maxrate $(say "$line" | sed 's/.* maxrate \([^ ]*\).*/\1/' | tr A-Z a-z)" ;;
    esac
    if [ "$now" = "$*" ]; then
        say "$link queue discipline: $now (as wanted)"
    elif [ "$handle" != 0: ] && [ -n "$handle" ]; then
        skip "$link queue discipline" "$now was configured by other means and could not be restored"
    elif ! has_part "$module" "$option"; then
        skip "$link queue discipline" "this kernel has no $module"
    else
        change "$link queue discipline" "${now:-none}" "$*" "tc qdisc replace dev '$link' root handle acce: $*" "tc qdisc del dev '$link' root"
    fi
}

# up_to_processors NUMBER: the number, or that of the processors if it is lower
up_to_processors() { say "$1 $(nproc)" | awk '{ print ($1 < $2 ? $1 : $2) }'; }

# driver OPTION-TO-SHOW OPTION-TO-SET WORD VALUE|driver-max: rings and channels
driver() {
    [ -n "$link" ] || { skip "$3 of the driver" "no client was named"; return 0; }
    shown=$(ethtool "$1" "$link" 2>/dev/null) || { skip "$link $3" "the driver does not tell it, or there is no program ethtool"; return 0; }
    most=$(say "$shown" | awk -v word="$3:" 'tolower($1) == word { print $2; exit }')
    old=$(say "$shown" | awk -v word="$3:" 'tolower($1) == word { value = $2 } END { print value }')
    wanted=$4
    case $most:$old in
    *[!0-9:]* | :* | *:) skip "$link $3" "the driver does not tell its limit"; return 0 ;;
    esac
    [ "$wanted" != driver-max ] || wanted=$most
    [ "$wanted" -le "$most" ] || wanted=$most
    if [ "$old" -ge "$wanted" ]; then
        say "$link $3: $old (as wanted)"
        return 0
    fi
    change "$link $3" "$old" "$wanted" "ethtool $2 '$link' $3 $wanted" "ethtool $2 '$link' $3 $old"
}

# offload WORD NAME-SHOWN on|off
offload() {
    [ -n "$link" ] || { skip "$1" "no client was named"; return 0; }
    old=$(ethtool -k "$link" 2>/dev/null | sed -n "s/^$2: \([a-z]*\).*/\1/p")
    if [ -z "$old" ]; then
        skip "$link $1" "the driver does not tell it, or there is no program ethtool"
    elif [ "$old" = "$3" ]; then
        say "$link $1: $old (as wanted)"
    else
        change "$link $1" "$old" "$3" "ethtool -K '$link' $1 $3" "ethtool -K '$link' $1 $old"
    fi
}

# governor NAME
governor() {
    for path in /sys/devices/system/cpu/cpufreq/policy*/scaling_governor; do
        [ -r "$path" ] || { skip governor "the processors do not change their rate here, or the firmware does it"; return 0; }
        old=$(cat "$path")
        [ "$old" = "$1" ] || change "$path" "$old" "$1" "echo $1 >$path" "echo $old >$path"
    done
}

# interrupts one-core|spread: on the processors of the adapter's NUMA node
interrupts() {
    [ -n "$link" ] || { skip interrupts "no client was named"; return 0; }
    node=$(cat "/sys/class/net/$link/device/local_cpulist" 2>/dev/null)
    processors=$(say "$node" | tr ',' '\n' | awk -F - '/^[0-9]/ { for (i = $1; i <= ($2 == "" ? $1 : $2); i++) print i }')
    [ "$1" = spread ] || processors=$(say "$processors" | awk '$1 > 0 { print; found = 1; exit } { first = $1 } END { if (!found) print first }')
    count=$(say "$processors" | grep -c .)
    i=0
    for entry in /sys/class/net/"$link"/device/msi_irqs/*; do
        [ -e "$entry" ] && [ "$count" -gt 0 ] || { skip "$link interrupts" "the adapter has none of its own"; return 0; }
        path=/proc/irq/${entry##*/}/smp_affinity_list
        wanted=$(say "$processors" | sed -n "$((i % count + 1))p")
        i=$((i + 1))
        old=$(cat "$path" 2>/dev/null) || continue
        [ "$old" = "$wanted" ] || change "$link interrupt ${entry##*/}" "$old" "$wanted" "echo $wanted >$path" "echo $old >$path"
    done
}

# Kernel settings are set again when the computer starts.
keep_for_start() {
    [ -n "$boot" ] || return 0
    head='# Written by ftpx tune. "ftpx tune rollback" restores the previous file.'
    kept=$(grep -v '^#' "$boot_file" 2>/dev/null | while read -r line; do
        case "
$boot" in *"
${line%%=*}="*) ;; *) say "$line" ;; esac
    done)
    say "$boot_file: $(say "$boot" | grep -c .) lines"
    [ "$dry" = no ] || return 0
    if [ -e "$boot_file" ]; then
        cp -p "$boot_file" "$undo.conf" || fail "$undo.conf cannot be written"
        keep "cp -p '$undo.conf' '$boot_file'" "$boot_file"
    else
        keep "rm -f '$boot_file'" "$boot_file: absent"
    fi
    mkdir -p -m 755 "${boot_file%/*}" && rm -f "$boot_file.new" && { say "$head"; [ -z "$kept" ] || say "$kept"; printf '%s' "$boot"; } >"$boot_file.new" && chmod 644 "$boot_file.new" && mv "$boot_file.new" "$boot_file" \
        || fail "$boot_file cannot be written"
}

finish() {
    keep_for_start
    if [ "$changes" = 0 ]; then
        say "Nothing to change."
    elif [ "$dry" = yes ]; then
        say "$changes changes; nothing was changed (--dry-run)."
    else
        say "$changes changes made. To undo them, run: sudo sh $undo"
    fi
}

