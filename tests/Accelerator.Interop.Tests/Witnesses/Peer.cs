namespace Accelerator.Interop.Tests.Witnesses;

/// <summary>
/// How today's download clients are asked for one file, resumable and with four connections where they can. wget names the file as the server does.
/// </summary>
internal static class Peer
{
    /// <summary>Starts a first or a repeated attempt at <paramref name="url"/>, into <c>target</c> in <paramref name="folder"/>.</summary>
    public static ProgramRun Start(string peer, Uri url, string folder)
    {
        // axel takes its settings from the home folder alone. Its default is to save its state every 10 s.
        File.WriteAllText(Path.Combine(folder, ".axelrc"), "save_state_interval = 1\n");
        return ProgramRun.Start(peer, folder, Arguments(peer, url.AbsoluteUri));
    }

    private static string[] Arguments(string peer, string url) => peer switch
    {
        "lftp" =>
        [
            "-c",
            "set pget:save-status 1s; set pget:min-chunk-size 256k; set net:reconnect-interval-base 1; set net:max-retries 20; "
                + $"set cmd:fail-exit yes; pget -c -n 4 {url} -o target",
        ],
        "aria2c" =>
        [
            "--no-conf", "--max-connection-per-server=4", "--split=4", "--min-split-size=1M", "--continue=true",
            "--auto-save-interval=1", "--file-allocation=none", "--summary-interval=0", "--out=target", url,
        ],
        "axel" => ["--num-connections=4", "--output=target", url],
        "wget" => ["--no-config", "--no-verbose", "--continue", "--tries=4", "--waitretry=1", url],
        // The address of a backend that is made on the spot, with the password "anonymous" as rclone obscures it; by default files shorter than
        // 250M come over one connection.
        "rclone" =>
        [
            "--config", "/dev/null", "--multi-thread-streams", "4", "--multi-thread-cutoff", "1M", "--retries", "2", "copyto",
            $":ftp,host={new Uri(url).Host},port={new Uri(url).Port},user=anonymous,pass=0CDmobdntgscxqCfQDLTRfpkDetvPSQixg:{new Uri(url).AbsolutePath}",
            "target",
        ],
        "curl" => ["--silent", "--show-error", "--continue-at", "-", "--output", "target", url],
        _ => throw new ArgumentOutOfRangeException(nameof(peer), peer, "No such peer."),
    };
}
