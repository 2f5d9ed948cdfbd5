using Accelerator.Cli.Terminal;

namespace Accelerator.Cli.Hosting;

/// <summary>The environment variables that ftpx reads. <c>ftpx help environment</c> and docs/environment.md show the table.</summary>
internal static class EnvironmentVariables
{
    public static IReadOnlyList<EnvironmentVariable> All { get; } =
    [
        new("FTPX_USER", "User name, if neither --user nor the URL has one"),
        new("FTPX_PASSWORD", "Password; for ftpx serve the password of --user"),
        new("FTPX_GATEWAY_PASSWORD", "ftpx gateway: password of --gateway-user"),
        new("FTPX_GATEWAY_TOKEN", "ftpx gateway: token of HTTP clients, without --http-token-file"),
        new("FTPX_GATEWAY_KEY_PASSWORD", "ftpx gateway: password of --http-certificate or --http-key"),
        new("FTPX_SOURCE_USER", "ftpx fxp: user name at the source, before FTPX_USER"),
        new("FTPX_SOURCE_PASSWORD", "ftpx fxp: password at the source, before FTPX_PASSWORD"),
        new("FTPX_DESTINATION_USER", "ftpx fxp: user name at the destination, before FTPX_USER"),
        new("FTPX_DESTINATION_PASSWORD", "ftpx fxp: password at the destination, before FTPX_PASSWORD"),
        new("FTPX_CONFIG", "Configuration file to use instead of the usual one"),
        new("FTPX_LOGINS", "Folder for your stored logins; then no other place is used"),
        new("FTPX_HISTORY", "no: downloaded files are not added to ftpx history"),
        new("FTPX_ALLOW_CHANGES", "ftpx ftp: 1 allows changes on the server, as --allow-changes"),
        new("FTPX_EXIT_ZERO", "ftpx ftp: 1 makes every exit code 0, as --exit-zero"),
        new("ftp_proxy, FTP_PROXY, all_proxy, ALL_PROXY", "Proxy if no option or setting names one; the first one set"),
        new("no_proxy, NO_PROXY", "Servers without that proxy: names with subdomains, addresses, 10.0.0.0/8, host:port, *"),
        new("NO_COLOR", "If set: no colours, as with --no-color"),
        new("TERM", "dumb: no colours"),
        new("HOME", "Folder of .netrc; on Linux also parent of .config, .local/state and .local/share"),
        new("USERPROFILE", "Folder of .netrc if HOME is not set"),
        new("LOCALAPPDATA", "Windows: parent of Accelerator\\sites, Accelerator\\logins and Accelerator\\history.db"),
        new("APPDATA", "Windows: parent of Accelerator\\config.json"),
        new("XDG_CONFIG_HOME", "Linux: folder for the configuration file [default: ~/.config]"),
        new("XDG_STATE_HOME", "Linux: folder for stored facts about servers [default: ~/.local/state]"),
        new("XDG_DATA_HOME", "Linux: folder for your stored logins and the history [default: ~/.local/share]"),
        new("LC_ALL, LC_CTYPE, LANG", "Linux: the first one set decides the charset of the terminal"),
        new("ComSpec", "Windows: shell of the ! command of ftpx ftp"),
        new("PATH", "Folders of the programs of --on-complete and --on-error"),
        new("TERM_PROGRAM, WT_SESSION, ConEmuANSI, VTE_VERSION", "Terminals that show progress in the taskbar or tab"),
        new("TMUX, STY, SSH_CONNECTION", "No progress in the taskbar: inside tmux and screen; in a Windows console over ssh"),
        new("SSL_CERT_FILE, SSL_CERT_DIR", "Linux: trusted certificates, read by OpenSSL"),
        new("DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS", "0: sockets complete on pool threads, at the cost of CPU time"),
    ];

    /// <summary>Writes the table as <c>ftpx help environment</c> prints it.</summary>
    public static void Write(TextWriter output)
    {
        output.WriteLine("Environment variables:");
        foreach (var variable in All)
        {
            output.WriteLine($"  {variable.Name}");
            foreach (var line in WordWrap.Lines("      ", variable.Meaning)) output.WriteLine(line);
        }
    }
}

/// <summary>One environment variable, or several of one meaning.</summary>
/// <param name="Name">The name; names are separated by commas.</param>
/// <param name="Meaning">One phrase.</param>
internal sealed record EnvironmentVariable(string Name, string Meaning);
