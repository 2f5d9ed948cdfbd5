namespace Accelerator.Interop.Tests.Neighbours;

/// <summary>Another user who listens where the service of root would.</summary>
public sealed class ControlSocketTests
{
    // Answers each line as a service does, and keeps what it gets. It listens when the parent has ended.
    private const string Listener = """
        mkdir "$1" && exec perl -MSocket -e '
            my ($folder, $kept) = @ARGV;
            socket(my $listener, PF_UNIX, SOCK_STREAM, 0) or die $!;
            bind($listener, sockaddr_un("$folder/ftpx.sock")) or die $!;
            chmod 0755, $folder; chmod 0666, "$folder/ftpx.sock";
            listen($listener, 5) or die $!;
            my $child = fork; if ($child) { print $child; exit }
            open(STDOUT, ">", "/dev/null"); open(STDERR, ">", "/dev/null");
            open(my $out, ">>", $kept) or die $!;
            while (accept(my $client, $listener)) {
                while (sysread($client, my $line, 4096)) {
                    syswrite($out, $line);
                    syswrite($client, "{\"status\":{}}\n{\"done\":true}\n");
                }
            }' "$1" "$2"
        """;

    [ServerFact("runuser")]
    public Task A_secret_for_the_service_is_not_sent_to_a_folder_of_another_user() => AssertNothingIsSentAsync(isMoved: false);

    /// <summary>As if the folders had been exchanged between the check and the connection.</summary>
    [ServerFact("runuser")]
    public Task A_secret_for_the_service_is_not_sent_to_a_listener_of_another_user() => AssertNothingIsSentAsync(isMoved: true);

    private static async Task AssertNothingIsSentAsync(bool isMoved)
    {
        using var neighbour = new Neighbour();
        var (data, kept) = (neighbour.PathOf("data"), neighbour.PathOf("kept"));
        var child = int.Parse((await neighbour.DoAsync(Listener, data, kept)).Output, CultureInfo.InvariantCulture);
        try
        {
            if (isMoved)
            {
                Directory.CreateDirectory(neighbour.PathOf("root"));
                if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(neighbour.PathOf("root"), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
                File.Move(Path.Combine(data, "ftpx.sock"), neighbour.PathOf("root/ftpx.sock"));
                data = neighbour.PathOf("root");
            }
            string[] script = ["-c", "printf 'geheim-7391\\n' | \"$@\"", "bash", .. NativeProgram.Command, "credential", "set", "ledger", "--service", "--data", data];
            var end = await ProgramRun.RunFileAsync("/bin/bash", neighbour.Folder, script, CancellationToken.None);
            Assert.Equal(14, end.ExitCode);
            Assert.Contains("who does not run the service. Nothing was sent.", end.Error, StringComparison.Ordinal);
            Assert.Equal("", File.Exists(kept) ? await File.ReadAllTextAsync(kept) : "");
        }
        finally
        {
            using var listener = Process.GetProcessById(child);
            listener.Kill();
        }
    }
}
