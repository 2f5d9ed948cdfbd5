using Accelerator.Interop.Tests.Credentials;

namespace Accelerator.Interop.Tests.Wine;

/// <summary>Stored logins of the executable that is shipped for Windows: Wine's Credential Manager, and files sealed by Wine's DPAPI.</summary>
public sealed class WineCredentialTests(WineFixture wine) : RealTests, IClassFixture<WineFixture>
{
    private static readonly Dictionary<string, string> Nothing = [];

    [ServerFact("proftpd", "wine")]
    public async Task The_credential_manager_keeps_a_login_that_get_and_ls_take()
    {
        await using var server = await ProftpdServer.StartAsync(new ServerOptions(), Token);
        var hash = await server.PutAsync("f.bin", 100_000, 1, Token);
        var login = CredentialFixture.Login(server);

        var set = await SetAsync(login, server.Password, Nothing);
        Assert.Equal((0, $"The login of {server.User} at {server.Host}:{server.Port} is stored in Windows' Credential Manager."), (set.ExitCode, set.Output.TrimEnd()));
        try
        {
            var listed = (await RunAsync(Nothing, "credential", "list", "--json")).Expect();
            Assert.Equal("manager", Assert.Single(FtpxProgram.Lines(listed, "login"), line => line.GetProperty("port").GetInt32() == server.Port).GetProperty("kept").GetString());

            (await RunAsync(Nothing, "get", "--quiet", CredentialFixture.Nobody(server, "f.bin"))).Expect();
            Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("f.bin"), Token));
            (await RunAsync(Nothing, "ls", FtpxProgram.UrlOf(server, ""))).Expect();
        }
        finally
        {
            (await RunAsync(Nothing, "credential", "remove", login)).Expect();
        }
        (await RunAsync(Nothing, "credential", "remove", login)).Expect(2);
        (await RunAsync(Nothing, "get", "--overwrite", FtpxProgram.UrlOf(server, "f.bin"))).Expect(2);
    }

    [ServerFact("wine")]
    public async Task The_credential_manager_is_case_sensitive_and_accepts_any_name_and_a_long_password()
    {
        string[] logins = ["ftp://kim@case.example", "ftp://KIM@case.example", "ftp://위성%20%40x@case.example"];
        try
        {
            foreach (var login in logins) (await SetAsync(login, new string('p', 1280), Nothing)).Expect();
            var listed = (await RunAsync(Nothing, "credential", "list", "--json")).Expect();
            Assert.Equal(["KIM", "kim", "위성 @x"], FtpxProgram.Lines(listed, "login").Where(line => line.GetProperty("host").GetString() == "case.example").Select(line => line.GetProperty("user").GetString()));
            (await SetAsync(logins[0], new string('p', 1281), Nothing)).Expect(2);
        }
        finally
        {
            foreach (var login in logins) await RunAsync(Nothing, "credential", "remove", login);
        }
    }

    [ServerFact("proftpd", "wine")]
    public async Task A_file_holds_a_login_sealed()
    {
        await using var server = await ProftpdServer.StartAsync(new ServerOptions(), Token);
        var hash = await server.PutAsync("f.bin", 100_000, 1, Token);
        var environment = new Dictionary<string, string> { ["FTPX_LOGINS"] = WineSession.PathOf(Folder.File("logins")) };

        var set = await SetAsync(CredentialFixture.Login(server), server.Password, environment);
        Assert.True(set is { ExitCode: 0 } && set.Output.Contains("(encrypted for your account)"), set.Output + set.Error);
        var file = Assert.Single(Directory.GetFiles(Folder.File("logins"), "login-*.json"));
        var content = await File.ReadAllTextAsync(file, Token);
        Assert.DoesNotContain(Convert.ToBase64String(Encoding.UTF8.GetBytes(server.Password)), content);

        (await RunAsync(environment, "get", "--quiet", CredentialFixture.Nobody(server, "f.bin"))).Expect();
        Assert.Equal(hash, await RandomFile.HashAsync(Folder.File("f.bin"), Token));

        // Sealed for this login: as another one's it opens no more.
        var other = content.Replace($"{server.Host}:{server.Port}", $"{server.Host}:{server.Port}".Replace(server.Host, "other.example"), StringComparison.Ordinal);
        await File.WriteAllTextAsync(file, other, Token);
        (await RunAsync(environment, "get", "--overwrite", FtpxProgram.UrlOf(server, "f.bin"))).Expect(2);
    }

    private Task<ProgramEnd> RunAsync(IReadOnlyDictionary<string, string> environment, params string[] words) =>
        wine.Session.RunAsync(Folder.Path, [WindowsBuild.Shipped.Require(), .. words], Token, environment);

    private Task<ProgramEnd> SetAsync(string address, string password, IReadOnlyDictionary<string, string> environment)
    {
        string[] command = [ServerTools.Require("wine"), WindowsBuild.Shipped.Require(), "credential", "set", address, "--password-stdin"];
        return WineSession.RunAsync(() => ProgramRun.RunFileAsync(
            "/bin/bash", Folder.Path, ["-c", "printf '%s\\n' \"$SECRET\" | \"$@\"", "bash", .. command], Token,
            new Dictionary<string, string>(wine.Session.Environment.Concat(environment)) { ["SECRET"] = password }));
    }
}
