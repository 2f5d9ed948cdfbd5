namespace Accelerator.Interop.Tests.Neighbours;

/// <summary>
/// What root runs of ftpx tune in folders where another user of this computer has planted files, in a network namespace:
/// LinuxTuning/in-a-namespace.
/// </summary>
[UnsupportedOSPlatform("windows")]
public sealed class TuningNeighbourTests : RealTests
{
    private const string Peer = "10.95.1.2";

    /// <summary>
    /// The script for a server was run in a folder for all users, with a rollback script of every second of the next quarter of an hour in it.
    /// </summary>
    [ServerFact("runuser", "tun", "ip", "tc")]
    public async Task The_script_for_a_server_neither_runs_nor_keeps_a_rollback_script_that_another_user_has_planted()
    {
        using var neighbour = new Neighbour();
        await neighbour.DoAsync(
            """
            umask 0
            now=$(date +%s)
            seq "$now" $((now + 899)) | sed 's/^/@/' | date -u -f - +%Y%m%dT%H%M%SZ | while read -r time; do
                printf '#!/bin/sh\nid -u >>"%s"\n' "$PWD/was-run" >"ftpx-server-rollback-$time.sh"
            done
            """);
        var planted = Directory.GetFiles(neighbour.Folder).Order(StringComparer.Ordinal).ToList();
        Assert.Equal(900, planted.Count);
        var said = await RunAsync(
            neighbour.Folder,
            $$"""
            ftpx tune export linux-perfsonar-10g --for-server >"$1/server.sh"
            (sealed /proc/sys/net/ipv4/conf/all/arp_ignore sh "$1/server.sh" {{Peer}} >/dev/null 2>&1) || echo "failed: $?"
            sh "$1/server.sh" {{Peer}} | tail -n 1 >"$1/last"
            $(sed 's/.* run: sudo //' "$1/last") | grep -c '^restored: '
            stat -c '%U %a %n' /var/lib/*/ /var/lib/*/rollback.sh || true
            """);
        Assert.False(File.Exists(neighbour.PathOf("was-run")), "root has run what another user has planted.");
        Assert.StartsWith("failed: 1\n", said, StringComparison.Ordinal);
        Assert.Equal(["root 600", "root 700"], said.Split('\n').Where(line => line.StartsWith("root", StringComparison.Ordinal)).Select(line => line[..8]).Distinct().Order());
        Assert.Equal(planted, Directory.GetFiles(neighbour.Folder).Order(StringComparer.Ordinal));
    }

    [ServerFact("runuser", "tun", "ip", "tc")]
    public async Task The_script_for_a_server_changes_nothing_where_others_can_write_to_the_folder_of_its_rollback()
    {
        var said = await RunAsync(
            Folder.Path,
            $$"""
            ftpx tune export linux-perfsonar-10g --for-server >server.sh
            state >before
            for mode in 1777 775; do
                chmod $mode /var/lib
                sh server.sh {{Peer}} 2>&1 >out || echo "code $?"
            done
            chmod 755 /var/lib
            chown nobody /var/lib
            sh server.sh {{Peer}} 2>&1 >out || echo "code $?"
            ls /var/lib
            state | cmp - before
            """);
        var refusal = "error: other users than root can write to /var/lib, so no rollback script can be kept there. Run: chown root /var/lib; chmod 755 /var/lib. Nothing was changed.\ncode 1\n";
        Assert.Equal(string.Concat(Enumerable.Repeat(refusal, 3)), said);
    }

    /// <summary>Root rolls back from these journals, so a planted one could set any kernel setting.</summary>
    [ServerFact("runuser", "tun", "ip", "tc")]
    public async Task Journals_in_a_folder_of_another_user_are_neither_written_nor_rolled_back()
    {
        var said = await RunAsync(
            Folder.Path,
            $$"""
            umask 000
            ftpx tune apply linux-perfsonar-10g --peer {{Peer}} --yes >out
            stat -c '%U %a' /var/lib/accelerator-tune
            state >before
            cd /var/lib
            refused() {
                for words in "rollback --yes" "apply linux-dtn-10g --peer {{Peer}} --yes" history; do
                    code=0
                    ftpx tune $words >/run/out 2>/run/err || code=$?
                    echo "$1: $code $(cut -d : -f 3 /run/err | cut -c 1-40)"
                done
            }
            chown nobody accelerator-tune; refused owner; chown root accelerator-tune
            chmod 775 accelerator-tune; refused group; chmod 755 accelerator-tune
            mv accelerator-tune moved
            ln -s moved accelerator-tune; chown -h nobody accelerator-tune; refused link
            cd - >/run/out
            state | cmp - before
            """);
        var lines = said.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal("root 755", lines[0]);
        Assert.Equal(9, lines.Length - 1);
        Assert.All(lines[1..], line => Assert.Matches("^(owner|group|link): 10 ", line));
    }

    private async Task<string> RunAsync(string folder, string steps)
    {
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(10));
        string[] words = [Path.Combine(AppContext.BaseDirectory, "LinuxTuning", "in-a-namespace"), "1500", "/bin/bash", "-euo", "pipefail", "-c",
            $"own=$1; shift; program=(\"$@\"); ftpx() {{ \"${{program[@]}}\" \"$@\"; }}; set -- \"$own\"\n{steps}", "steps", Folder.Path, .. NativeProgram.Command];
        return (await ProgramRun.RunFileAsync("/bin/bash", folder, words, deadline.Token)).Expect().Output;
    }
}
