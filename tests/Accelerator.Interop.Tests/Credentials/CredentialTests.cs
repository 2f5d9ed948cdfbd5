using System.Text.Json;
using Accelerator.Interop.Tests.Fxp;

namespace Accelerator.Interop.Tests.Credentials;

/// <summary>Stored logins at real servers, by the real program.</summary>
public sealed class CredentialTests
{
    [ServerTheory("proftpd", "pure-ftpd")]
    [InlineData("proftpd")]
    [InlineData("pure-ftpd")]
    public async Task A_stored_login_serves_get_mirror_ls_and_probe_with_the_user_in_the_address_and_without(string name)
    {
        using var deadline = HangGuard.Start();
        await using var server = await FxpServers.StartAsync(name, [], deadline.Token);
        var hash = await server.PutAsync("pub/f.bin", 100_000, 1, deadline.Token);
        using var user = new CredentialFixture();
        CredentialFixture.IsEnd(0, await user.SetAsync(CredentialFixture.Login(server), server.Password, deadline.Token));

        foreach (var address in (string[])[FtpxProgram.UrlOf(server, "pub/"), CredentialFixture.Nobody(server, "pub/")])
        {
            CredentialFixture.IsEnd(0, await user.RunAsync(deadline.Token, "get", "--overwrite", address + "f.bin", "--trace", "trace"));
            Assert.Equal(hash, await RandomFile.HashAsync(user.Folder.File("f.bin"), deadline.Token));
            var trace = await File.ReadAllTextAsync(user.Folder.File("trace"), deadline.Token);
            Assert.Contains($"USER {server.User}", trace);
            Assert.DoesNotContain(server.Password, trace);

            var mirrored = await user.RunAsync(deadline.Token, "mirror", address.TrimEnd('/'), "copy");
            CredentialFixture.IsEnd(0, mirrored);
            var listed = await user.RunAsync(deadline.Token, "ls", "--json", address);
            CredentialFixture.IsEnd(0, listed);
            Assert.Equal("f.bin", Assert.Single(FtpxProgram.Lines(listed, "entry")).GetProperty("name").GetString());
            var probed = await user.RunAsync(deadline.Token, "probe", "--json", "--streams", "1", address + "f.bin");
            CredentialFixture.IsEnd(0, probed);
            Assert.All((ProgramEnd[])[mirrored, listed, probed], end => Assert.DoesNotContain(server.Password, end.Output + end.Error));
        }
        Assert.Equal(hash, await RandomFile.HashAsync(user.Folder.File("copy/f.bin"), deadline.Token));
    }

    [ServerFact("proftpd", "pure-ftpd")]
    public async Task Both_sides_of_a_copy_have_their_own_stored_logins_and_json_stands_alone()
    {
        using var deadline = HangGuard.Start();
        await using var from = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), deadline.Token);
        await using var to = await FxpServers.StartAsync("pure-ftpd", FxpServers.Allowing("pure-ftpd"), deadline.Token);
        var hash = await from.PutAsync("f.bin", 100_000, 1, deadline.Token);
        using var user = new CredentialFixture();
        foreach (var server in (FtpServerProcess[])[from, to]) CredentialFixture.IsEnd(0, await user.SetAsync(CredentialFixture.Login(server), server.Password, deadline.Token));

        var end = await user.RunAsync(deadline.Token, "fxp", "--json", "--bind", FxpFixture.ClientAddress.ToString(), CredentialFixture.Nobody(from, "f.bin"), CredentialFixture.Nobody(to, $"{FxpServers.Inbox}/f.bin"));
        CredentialFixture.IsEnd(0, end);
        Assert.Equal(hash, await RandomFile.HashAsync(Path.Combine(to.Root, FxpServers.Inbox, "f.bin"), deadline.Token));
        Assert.All(end.Output.TrimEnd().Split('\n'), line => Assert.Equal(JsonValueKind.Object, JsonDocument.Parse(line).RootElement.ValueKind));
        Assert.DoesNotContain(from.Password, end.Output + end.Error);
    }

    [ServerFact("proftpd")]
    public async Task A_wrong_stored_password_is_refused_by_the_server_and_told_without_it()
    {
        using var deadline = HangGuard.Start();
        await using var server = await ProftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        await server.PutAsync("f.bin", 1000, 1, deadline.Token);
        using var user = new CredentialFixture();
        await user.SetAsync(CredentialFixture.Login(server), "not the right one", deadline.Token);

        var end = await user.RunAsync(deadline.Token, "get", FtpxProgram.UrlOf(server, "f.bin"), "--log-file", "log");
        CredentialFixture.IsEnd(4, end);
        var log = string.Concat(Directory.GetFiles(user.Folder.Path, "log*").Select(File.ReadAllText));
        Assert.DoesNotContain("not the right one", end.Output + end.Error + log);

        // Set anew it is right, and removed it is gone.
        await user.SetAsync(CredentialFixture.Login(server), server.Password, deadline.Token);
        CredentialFixture.IsEnd(0, await user.RunAsync(deadline.Token, "get", FtpxProgram.UrlOf(server, "f.bin")));
        CredentialFixture.IsEnd(0, await user.RunAsync(deadline.Token, "credential", "remove", CredentialFixture.Login(server)));
        CredentialFixture.IsEnd(2, await user.RunAsync(deadline.Token, "get", "--overwrite", FtpxProgram.UrlOf(server, "f.bin")));
    }

    [ServerFact("inotify")]
    public async Task Processes_that_store_at_once_lose_nothing()
    {
        using var deadline = HangGuard.Start();
        using var user = new CredentialFixture();
        var ends = await Task.WhenAll(Enumerable.Range(0, 8).Select(i => user.SetAsync($"ftp://user{i % 4}@h", $"password {i}", deadline.Token)));
        Assert.All(ends, end => CredentialFixture.IsEnd(0, end));
        var list = await user.RunAsync(deadline.Token, "credential", "list", "--json");
        CredentialFixture.IsEnd(0, list);
        Assert.Equal(["user0", "user1", "user2", "user3"], FtpxProgram.Lines(list, "login").Select(line => line.GetProperty("user").GetString()));
    }

    /// <summary>Root may write anywhere, so that the folder is one of a file system that takes nothing.</summary>
    [ServerFact("inotify")]
    public async Task A_folder_that_takes_nothing_is_a_sentence()
    {
        using var deadline = HangGuard.Start();
        using var user = new CredentialFixture();
        await using var run = ProgramRun.StartFile(
            "/bin/bash", user.Folder.Path, ["-c", "echo s3cret | \"$@\"", "bash", .. NativeProgram.Command, "credential", "set", "ftp://kim@h", "--password-stdin"],
            new Dictionary<string, string> { ["FTPX_LOGINS"] = "/proc/ftpx" });
        var end = await run.WaitAsync(deadline.Token);
        CredentialFixture.IsEnd(10, end);
        Assert.Equal("", end.Output);
        Assert.StartsWith("ftpx: The login of kim at h:21 cannot be kept: ", Assert.Single(end.Error.TrimEnd().Split('\n')));
    }
}
