namespace Accelerator.Interop.Tests.Credentials;

/// <summary>Stored logins at real servers, by the real program.</summary>
public sealed class CredentialTests : RealTests
{
    [ServerTheory("proftpd", "pure-ftpd")]
    [InlineData("proftpd")]
    [InlineData("pure-ftpd")]
    public async Task A_stored_credential_serves_get_mirror_ls_and_probe_with_the_user_in_the_address_and_without(string name)
    {
        await using var server = await FxpServers.StartAsync(name, [], Token);
        var hash = await server.PutAsync("pub/f.bin", 100_000, 1, Token);
        using var user = new CredentialFixture();
        (await user.SetAsync(CredentialFixture.Login(server), server.Password, Token)).Expect();

        foreach (var address in (string[])[FtpxProgram.UrlOf(server, "pub/"), CredentialFixture.Nobody(server, "pub/")])
        {
            (await user.RunAsync(Token, "get", "--overwrite", address + "f.bin", "--trace", "trace")).Expect();
            Assert.Equal(hash, await RandomFile.HashAsync(user.Folder.File("f.bin"), Token));
            var trace = await File.ReadAllTextAsync(user.Folder.File("trace"), Token);
            Assert.Contains($"USER {server.User}", trace);
            Assert.DoesNotContain(server.Password, trace);

            var mirrored = (await user.RunAsync(Token, "mirror", address.TrimEnd('/'), "copy")).Expect();
            var listed = (await user.RunAsync(Token, "ls", "--json", address)).Expect();
            Assert.Equal("f.bin", Assert.Single(FtpxProgram.Lines(listed, "entry")).GetProperty("name").GetString());
            var probed = (await user.RunAsync(Token, "probe", "--json", "--streams", "1", address + "f.bin")).Expect();
            Assert.All((ProgramEnd[])[mirrored, listed, probed], end => Assert.DoesNotContain(server.Password, end.Output + end.Error));
        }
        Assert.Equal(hash, await RandomFile.HashAsync(user.Folder.File("copy/f.bin"), Token));
    }

    [ServerFact("proftpd", "pure-ftpd")]
    public async Task Both_sides_of_a_copy_have_their_own_stored_credentials_and_output_is_only_JSON()
    {
        await using var from = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), Token);
        await using var to = await FxpServers.StartAsync("pure-ftpd", FxpServers.Allowing("pure-ftpd"), Token);
        var hash = await from.PutAsync("f.bin", 100_000, 1, Token);
        using var user = new CredentialFixture();
        foreach (var server in (FtpServerProcess[])[from, to])
            (await user.SetAsync(CredentialFixture.Login(server), server.Password, Token)).Expect();

        string[] addresses = [CredentialFixture.Nobody(from, "f.bin"), CredentialFixture.Nobody(to, $"{FxpServers.Inbox}/f.bin")];
        var end = (await user.RunAsync(Token, ["fxp", "--json", "--bind", FxpFixture.ClientAddress.ToString(), .. addresses])).Expect();
        Assert.Equal(hash, await RandomFile.HashAsync(Path.Combine(to.Root, FxpServers.Inbox, "f.bin"), Token));
        Assert.All(end.Output.TrimEnd().Split('\n'), line => Assert.Equal(JsonValueKind.Object, JsonDocument.Parse(line).RootElement.ValueKind));
        Assert.DoesNotContain(from.Password, end.Output + end.Error);
    }

    [ServerFact("proftpd")]
    public async Task A_wrong_stored_password_is_refused_and_the_error_does_not_contain_it()
    {
        await using var server = await ProftpdServer.StartAsync(new ServerOptions(), Token);
        await server.PutAsync("f.bin", 1000, 1, Token);
        using var user = new CredentialFixture();
        await user.SetAsync(CredentialFixture.Login(server), "not the right one", Token);

        var end = (await user.RunAsync(Token, "get", FtpxProgram.UrlOf(server, "f.bin"), "--log-file", "log")).Expect(4);
        var log = string.Concat(Directory.GetFiles(user.Folder.Path, "log*").Select(File.ReadAllText));
        Assert.DoesNotContain("not the right one", end.Output + end.Error + log);
        Assert.Contains("Check the user name and the password", end.Error, StringComparison.Ordinal);

        // A password that is set again is right, and one that is removed is gone.
        await user.SetAsync(CredentialFixture.Login(server), server.Password, Token);
        (await user.RunAsync(Token, "get", FtpxProgram.UrlOf(server, "f.bin"))).Expect();
        (await user.RunAsync(Token, "credential", "remove", CredentialFixture.Login(server))).Expect();
        (await user.RunAsync(Token, "get", "--overwrite", FtpxProgram.UrlOf(server, "f.bin"))).Expect(2);
    }

    [ServerFact("inotify")]
    public async Task Processes_that_store_at_once_lose_nothing()
    {
        using var user = new CredentialFixture();
        var ends = await Task.WhenAll(Enumerable.Range(0, 8).Select(i => user.SetAsync($"ftp://user{i % 4}@h", $"password {i}", Token)));
        Assert.All(ends, end => end.Expect());
        var list = (await user.RunAsync(Token, "credential", "list", "--json")).Expect();
        Assert.Equal(["user0", "user1", "user2", "user3"], FtpxProgram.Lines(list, "login").Select(line => line.GetProperty("user").GetString()));
    }

    /// <summary>Root may write anywhere, so that the folder is one of a file system that takes nothing.</summary>
    [ServerFact("inotify")]
    public async Task An_unwritable_folder_gives_one_message()
    {
        using var user = new CredentialFixture();
        await using var run = ProgramRun.StartFile(
            "/bin/bash", user.Folder.Path, ["-c", "echo s3cret | \"$@\"", "bash", .. NativeProgram.Command, "credential", "set", "ftp://kim@h", "--password-stdin"],
            new Dictionary<string, string> { ["FTPX_LOGINS"] = "/proc/ftpx" });
        var end = (await run.WaitAsync(Token)).Expect(10);
        Assert.Equal("", end.Output);
        Assert.StartsWith("ftpx: error: The login of kim at h:21 cannot be ", Assert.Single(end.Error.TrimEnd().Split('\n')));
    }
}
