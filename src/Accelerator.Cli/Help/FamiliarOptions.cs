using System.CommandLine;

namespace Accelerator.Cli.Help;

/// <summary>Finds what to use in place of an option or a command of curl, wget, aria2, rclone or lftp.</summary>
internal static class FamiliarOptions
{
    private const string NoUpload = "Uploading is possible only in scripts for ftp.exe that are allowed to change the server: ftpx ftp.";
    private const string Passwords = "Use --password-stdin, or store the password with ftpx credential; never type it as an option.";

    /// <summary>All hints. Where a name differs between the programs, the hint has one part for each.</summary>
    public static IReadOnlyList<FamiliarOption> All { get; } =
    [
        // Speed
        new(["-x"], "If you know it from aria2: --streams N; from curl: --proxy URL; from lftp: --exclude GLOB."),
        new(["-s"], "If you know it from aria2: --streams N; from curl: --quiet."),
        new(
            ["--split", "--max-connection-per-server", "--multi-thread-streams", "--use-pget-n", "--use-pget", "--num-connections"],
            "Use --streams N; without it, the number of connections is automatic."),
        new(["-k"], "If you know it from curl: --insecure; from aria2: --segment-size MIN."),
        new(["--min-split-size"], "Use --segment-size MIN."),
        new(
            ["--transfers", "--max-concurrent-downloads", "--parallel", "--parallel-max", "-Z"],
            "Use --streams N, which limits the connections of all files together; ftpx mirror --parallel N limits the files at once."),
        new(["--checkers"], "It is not needed: folders are listed over several connections."),
        new(
            ["--bwlimit", "--max-download-limit", "--max-overall-download-limit", "--max-speed"],
            "Use --limit-rate RATE, for example 50M (bytes/s) or 800Mbit."),

        // Files
        new(
            ["-C", "--continue-at", "--always-resume"],
            "It is not needed: a partial file is always continued; --no-resume discards it."),
        new(
            ["-O"],
            "If you know it from curl: not needed, the remote name is the default; from wget: ftpx get --output FILE; from lftp: "
            + "ftpx get --output DIR/, or with ftpx mirror the folder after the URL."),
        new(["-O-"], "Use ftpx cat URL, or ftpx get --output - URL."),
        new(["--remote-name", "--remote-name-all", "--content-disposition"], "It is not needed: the remote name is the default."),
        new(
            ["-d", "--dir", "--output-dir", "--directory-prefix"],
            "Use ftpx get --output DIR/, or with ftpx mirror the folder after the URL."),
        new(["--out", "--output", "--output-document", "-o"], "Use ftpx get --output FILE, or with ftpx mirror the folder after the URL."),
        new(
            ["-P"],
            "If you know it from wget: ftpx get --output DIR/, or with ftpx mirror the folder after the URL; from curl: --active; "
            + "from lftp: --streams N; from rclone: not needed, the progress is always shown."),
        new(["--create-dirs", "--create-empty-src-dirs"], "It is not needed: missing local folders are created."),
        new(
            ["-i"],
            "If you know it from wget or aria2: ftpx get --input-file FILE; from lftp: --include GLOB; from rclone: not needed, ftpx "
            + "mirror --delete asks."),
        new(["--input-file", "--files-from"], "Use ftpx get --input-file FILE."),
        new(["--save-session"], "Use ftpx get --failed-list FILE, which ftpx get --input-file FILE takes."),
        new(["-N"], "If you know it from wget: ftpx get --update, or ftpx mirror URL; from lftp: --newer-than WHEN."),
        new(
            ["-z", "--timestamping", "--time-cond", "--conditional-get", "--only-newer", "--update"],
            "Use ftpx get --update, or ftpx mirror, which downloads what is new or changed."),
        new(
            ["-nc", "--no-clobber", "--ignore-existing", "--only-missing", "--skip-existing"],
            "Use ftpx get --skip-existing; ftpx mirror downloads what is new or changed."),
        new(
            ["--allow-overwrite", "--auto-file-renaming"],
            "Use ftpx get --overwrite to replace files, or ftpx get --update to replace those that differ; no option gives another name."),
        new(["--overwrite"], "It is not needed: ftpx mirror replaces files that have changed."),
        new(
            ["--size-only", "--ignore-time"],
            "Size and time are compared; ftpx mirror --checksum compares size and hash."),
        new(["--file-allocation"], "It is not needed: the disk space is reserved before the download."),
        new(["--checksum", "--check-integrity"], "Use ftpx get --verify sha256:HEX, or ftpx mirror --checksum, which compares by hash."),
        new(["--range"], "Use ftpx cat --range A-B, which writes a part of a file to standard output."),
        new(["--backup-dir", "--backups", "--suffix"], "Files that a download replaces are not kept: copy the local folder first."),

        // Folders
        new(
            ["-r"],
            "If you know it from wget: ftpx mirror URL downloads a folder with its subfolders; from lftp: ftpx mirror --max-depth 0; "
            + "from curl: ftpx cat --range A-B."),
        new(["--recursive"], "Use ftpx mirror URL, which downloads a folder with its subfolders."),
        new(["-m"], "If you know it from wget: ftpx mirror URL; from curl: --max-time; from aria2: --retries N."),
        new(["--mirror"], "Use ftpx mirror URL."),
        new(["-np", "--no-parent"], "It is not needed: nothing above the folder of the URL is downloaded."),
        new(
            ["-nH", "--no-host-directories", "--cut-dirs"],
            "It is not needed: local paths begin below the folder of the URL."),
        new(["-nd", "--no-directories"], "Use ftpx get with a pattern: ftp://host/dir/* downloads all files of a folder into one folder."),
        new(["-l"], "If you know it from wget: ftpx mirror --max-depth N; from curl: ftpx ls URL; from aria2: --log-file FILE."),
        new(["--level"], "Use ftpx mirror --max-depth N."),
        new(["--no-recursion"], "Use ftpx mirror --max-depth 0."),
        new(["--list-only"], "Use ftpx ls URL."),
        new(["-I"], "If you know it from lftp: --include GLOB; from curl: ftpx stat URL."),
        new(["--head", "--spider"], "Use ftpx stat URL."),
        new(["-A", "--accept", "--include-glob", "--include-directories"], "Use --include GLOB; it may be repeated."),
        new(["-X", "--reject", "--exclude-glob", "--exclude-directories"], "Use --exclude GLOB; it may be repeated."),
        new(["-R"], "If you know it from wget: --exclude GLOB; from lftp: uploading is possible only in scripts, with ftpx ftp."),
        new(["--filter"], "Use --include GLOB and --exclude GLOB; --exclude takes precedence."),
        new(["--max-age"], "Use --newer-than WHEN, for example 7d."),
        new(["--min-age"], "Use --older-than WHEN, for example 10m."),
        new(["--max-filesize"], "Use --max-size SIZE."),
        new(
            ["--delete-after", "--delete-during", "--delete-before", "--delete-first", "--delete"],
            "Use ftpx mirror --delete, which deletes at the end and only if everything was downloaded."),
        new(["-e"], "If you know it from lftp: ftpx mirror --delete, or for commands ftpx ftp with a script."),
        new(["--dereference", "--copy-links", "--retr-symlinks"], "It is not needed: a link to a file is downloaded as a file."),
        new(["--no-perms", "--no-umask"], "It is not needed: permissions of the server are not copied."),

        // Habits of ls, find and tail
        new(["-name", "-iname"], "Give the pattern after the URL: ftpx find URL PATTERN.") { Only = "find" },
        new(["-n"], "Use --limit N.") { Only = "history" },
        new(["-a", "--all"], "The server decides whether hidden files are listed.") { Only = "ls" },
        new(["-1"], "It is not needed: each name has a line.") { Only = "ls" },
        new(["-t", "-S", "-r"], "The server decides the order: add --long, and sort the lines.") { Only = "ls" },

        // Login and connection
        new(
            ["-u"],
            "If you know it from curl or lftp: --user NAME, with --password-stdin, or with the password that ftpx credential has "
            + "stored; from rclone: ftpx get --update."),
        new(["--ftp-user"], "Use --user NAME."),
        new(["--ftp-account"], "Add \"account NAME\" to the server's entry in a netrc file (--netrc FILE, or .netrc in the home folder)."),
        new(["--password", "--ftp-password", "--ftp-passwd", "--ftp-pass", "--ask-password"], Passwords),
        new(["--ftp-host"], "Write the host into the URL: ftp://host/dir."),
        new(["-p", "--port"], "Write the port into the URL: ftp://host:2121/dir."),
        new(["--ftp-port"], "If you know it from curl: --active; from rclone: write the port into the URL, ftp://host:2121/dir."),
        new(["--netrc-file", "--netrc-optional"], "Use --netrc FILE; .netrc in the home folder is always read."),
        new(
            ["-n"],
            "If you know it from curl: not needed, .netrc in the home folder is always read; from rclone: --dry-run; from lftp: ftpx "
            + "mirror URL."),
        new(
            ["--ssl", "--ssl-reqd", "--ftp-ssl", "--ftp-ssl-reqd", "--ftp-ssl-control", "--ftp-explicit-tls"],
            "Use --tls explicit, or an ftpes:// URL."),
        new(["--ftp-tls", "--ftps-implicit"], "Use --tls implicit, or an ftps:// URL."),
        new(
            ["--no-check-certificate", "--ftp-no-check-certificate", "--check-certificate"],
            "Use --insecure, which accepts any certificate."),
        new(["--cacert", "--ca-certificate"], "Add the certificate to the system's trusted certificates."),
        new(["--ftp-pasv", "--passive", "--passive-ftp"], "It is not needed: passive mode is the default; --active changes it."),
        new(["--no-passive-ftp", "--no-passive"], "Use --active."),
        new(
            ["--all-proxy", "--ftp-proxy", "--socks5", "--socks5-hostname"],
            "Use --proxy URL, for example socks5h://host:1080."),
        new(["-U", "--proxy-user"], "Write the user into the URL of --proxy, and store the password with ftpx credential."),
        new(["--no-proxy", "--noproxy"], "Use --proxy none."),
        new(["--interface", "--bind-address"], "Use --bind ADDR|NAME."),
        new(["--connect-timeout", "--contimeout"], "Use --timeout-connect SECONDS."),
        new(
            ["--timeout", "--read-timeout", "--speed-time", "--lowest-speed-limit"],
            "Use --timeout-stall SECONDS for a silent stream, and --timeout-reply SECONDS for a reply."),
        new(
            ["-T"],
            "If you know it from wget: --timeout-connect, --timeout-reply and --timeout-stall; from curl: uploading is possible only "
            + "in scripts, with ftpx ftp."),
        new(["-t"], "If you know it from wget: --retries N; from aria2: --timeout-stall SECONDS."),
        new(["--tries", "--retry", "--max-tries", "--low-level-retries"], "Use --retries N."),
        new(["--waitretry", "--retry-delay", "--retries-sleep"], "Use --retry-wait SECONDS."),
        new(["--stop", "--max-duration"], "Use --max-time."),
        new(["-L", "--location"], "It is not needed: FTP has no redirects, and a link to a file is downloaded as a file."),
        new(["-g", "--globoff"], "In a URL, write *, ? and [ as %2A, %3F and %5B."),

        // Output
        new(["--silent", "-nv", "--no-verbose"], "Use --quiet."),
        new(["-S", "--show-error"], "It is not needed: --quiet still prints errors."),
        new(
            ["-f", "--fail"],
            "If you know it from curl: not needed, a failure always has its exit code; from lftp: ftpx ftp runs scripts for ftp.exe."),
        new(["-#", "--progress-bar", "--progress", "--show-progress"], "It is not needed: the progress is always shown."),
        new(["--verbose"], "Use --detail."),
        new(["--debug", "--trace-ascii"], "Use --trace FILE, which has the FTP dialogue."),
        new(
            ["--log-level", "--console-log-level", "--summary-interval", "--stats"],
            "Use --quiet for less output, --detail for more."),
        new(["--log", "--append-output"], "Use --log-file FILE."),
        new(["-w", "--write-out"], "Use --json."),
        new(["-K", "--config", "--conf-path"], "Store names and settings of servers with ftpx site."),
        new(
            ["-b", "--background", "-D", "--daemon", "--loop"],
            "For downloads in the background, and for repeated ones, write a job for the service: ftpx job."),
        new(["--on-download-complete"], "Use --on-complete."),
        new(["--on-download-error"], "Use --on-error."),
        new(["--upload-file", "--reverse"], NoUpload),

        // Commands
        new(["copy", "copyto", "download", "pget", "mget"], "Use ftpx get URL for files, ftpx mirror URL for a folder."),
        new(["sync"], "Use ftpx mirror --delete URL."),
        new(["put", "mput", "upload"], NoUpload),
        new(["lsl", "lsf", "dir"], "Use ftpx ls -l URL."),
        new(["check"], "Use ftpx diff URL DIR."),
        new(["size"], "Use ftpx du URL."),
        new(["config"], "Store names and settings of servers with ftpx site."),
    ];

    /// <summary>Finds the hint for an unknown option or command.</summary>
    /// <param name="typed">The word as typed: <c>-C</c>, <c>-x16</c>, <c>--max-tries=5</c>, <c>put</c>.</param>
    /// <param name="command">The command that does not have it.</param>
    /// <returns>The option without its value, which may be a password, and the hint; null if there is none that fits the command.</returns>
    public static (string Name, string Hint)? Find(string typed, Command command)
    {
        foreach (var name in NamesIn(typed, command))
        {
            if (All.FirstOrDefault(option => option.Names.Contains(name) && option.Fits(command)) is { } found) return (name, found.Hint);
        }
        return null;
    }

    /// <summary>Returns what follows the flags of a command in a cluster of short options.</summary>
    /// <param name="cluster">The word as typed: <c>-qO-</c>.</param>
    /// <param name="command">The command.</param>
    /// <returns>Null if it begins with an option of the command, or is empty.</returns>
    public static string? Unknown(string cluster, Command command)
    {
        var rest = cluster[1..];
        while (rest.Length > 0 && Known(command, rest[0]) is { } option)
        {
            if (option.ValueType != typeof(bool)) return null;
            rest = rest[1..];
        }
        return rest.Length > 0 ? rest : null;
    }

    // In a cluster of short options (-qO-, -cx16), the flags that the command has too come first.
    private static IEnumerable<string> NamesIn(string typed, Command command)
    {
        yield return typed.Split('=')[0];
        if (typed is not ['-', not '-', ..]) yield break;
        var rest = Unknown(typed, command) ?? typed[1..];
        yield return $"-{rest}";
        yield return $"-{rest[0]}";
    }

    private static Option? Known(Command command, char letter) =>
        command.Options.FirstOrDefault(option => option.Aliases.Append(option.Name).Contains($"-{letter}"));
}
