using Accelerator.Interop.Tests.Credentials;

namespace Accelerator.Interop.Tests.Wine;

/// <summary>Stored logins of the executable that is shipped for Windows: Wine's Credential Manager, and files sealed by Wine's DPAPI.</summary>
public sealed class WineCredentialTests(WineFixture wine) : IClassFixture<WineFixture>
{
    private static readonly Dictionary<string, string> Nothing = [];

    [ServerFact("proftpd", "wine")]
    public async Task The_credential_manager_keeps_a_login_that_get_and_ls_take()
    {
        using var deadline = HangGuard.Start();
        await using var server = await ProftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        var hash = await server.PutAsync("f.bin", 100_000, 1, deadline.Token);
        using var folder = new TempFolder();
        var login = CredentialFixture.Login(server);

        var set = await SetAsync(folder, login, server.Password, Nothing, deadline.Token);
        Assert.Equal((0, $"The login of {server.User} at {server.Host}:{server.Port} is kept in Windows' Credential Manager."), (set.ExitCode, set.Output.TrimEnd()));
        try
        {
            var listed = await RunAsync(folder, Nothing, deadline.Token, "credential", "list", "--json");
            Assert.Equal(0, listed.ExitCode);
            Assert.Equal("manager", Assert.Single(FtpxProgram.Lines(listed, "login"), line => line.GetProperty("port").GetInt32() == server.Port).GetProperty("kept").GetString());

            CredentialFixture.IsEnd(0, await RunAsync(folder, Nothing, deadline.Token, "get", "--quiet", CredentialFixture.Nobody(server, "f.bin")));
            Assert.Equal(hash, await RandomFile.HashAsync(folder.File("f.bin"), deadline.Token));
            CredentialFixture.IsEnd(0, await RunAsync(folder, Nothing, deadline.Token, "ls", FtpxProgram.UrlOf(server, "")));
        }
        finally
        {
            CredentialFixture.IsEnd(0, await RunAsync(folder, Nothing, deadline.Token, "credential", "remove", login));
        }
        CredentialFixture.IsEnd(2, await RunAsync(folder, Nothing, deadline.Token, "credential", "remove", login));
        CredentialFixture.IsEnd(2, await RunAsync(folder, Nothing, deadline.Token, "get", "--overwrite", FtpxProgram.UrlOf(server, "f.bin")));
    }

    [ServerFact("wine")]
    public async Task The_manager_tells_users_apart_by_case_and_takes_any_name_and_a_long_password()
    {
        using var deadline = HangGuard.Start();
        using var folder = new TempFolder();
        string[] logins = ["ftp://kim@case.example", "ftp://KIM@case.example", "ftp://위성%20%40x@case.example"];
        try
        {
            foreach (var login in logins) CredentialFixture.IsEnd(0, await SetAsync(folder, login, new string('p', 1280), Nothing, deadline.Token));
            var listed = await RunAsync(folder, Nothing, deadline.Token, "credential", "list", "--json");
            Assert.Equal(["KIM", "kim", "위성 @x"], FtpxProgram.Lines(listed, "login").Where(line => line.GetProperty("host").GetString() == "case.example").Select(line => line.GetProperty("user").GetString()));
            CredentialFixture.IsEnd(2, await SetAsync(folder, logins[0], new string('p', 1281), Nothing, deadline.Token));
        }
        finally
        {
            foreach (var login in logins) await RunAsync(folder, Nothing, deadline.Token, "credential", "remove", login);
        }
    }

    [ServerFact("proftpd", "wine")]
    public async Task A_file_holds_a_login_sealed()
    {
        using var deadline = HangGuard.Start();
        await using var server = await ProftpdServer.StartAsync(new ServerOptions(), deadline.Token);
        var hash = await server.PutAsync("f.bin", 100_000, 1, deadline.Token);
        using var folder = new TempFolder();
        var environment = new Dictionary<string, string> { ["FTPX_LOGINS"] = WineSession.PathOf(folder.File("logins")) };

        var set = await SetAsync(folder, CredentialFixture.Login(server), server.Password, environment, deadline.Token);
        Assert.True(set is { ExitCode: 0 } && set.Output.Contains("in a file of yours"), set.Output + set.Error);
        var file = Assert.Single(Directory.GetFiles(folder.File("logins"), "login-*.json"));
        var content = await File.ReadAllTextAsync(file, deadline.Token);
        Assert.DoesNotContain(Convert.ToBase64String(Encoding.UTF8.GetBytes(server.Password)), content);

        CredentialFixture.IsEnd(0, await RunAsync(folder, environment, deadline.Token, "get", "--quiet", CredentialFixture.Nobody(server, "f.bin")));
        Assert.Equal(hash, await RandomFile.HashAsync(folder.File("f.bin"), deadline.Token));

        // Sealed for this login: as another one's it opens no more.
        var other = content.Replace($"{server.Host}:{server.Port}", $"{server.Host}:{server.Port}".Replace(server.Host, "other.example"), StringComparison.Ordinal);
        await File.WriteAllTextAsync(file, other, deadline.Token);
        CredentialFixture.IsEnd(2, await RunAsync(folder, environment, deadline.Token, "get", "--overwrite", FtpxProgram.UrlOf(server, "f.bin")));
    }

    private Task<ProgramEnd> RunAsync(TempFolder folder, IReadOnlyDictionary<string, string> environment, CancellationToken cancellationToken, params string[] words) =>
        EndAsync(wine.Shipped.Start(folder.Path, environment, words), cancellationToken);

    private Task<ProgramEnd> SetAsync(TempFolder folder, string address, string password, IReadOnlyDictionary<string, string> environment, CancellationToken cancellationToken) => EndAsync(
        ProgramRun.StartFile(
            "/bin/bash",
            folder.Path,
            ["-c", "printf '%s\\n' \"$SECRET\" | \"$@\"", "bash", ServerTools.Require("wine"), WindowsBuild.Shipped.Require(), "credential", "set", address, "--password-stdin"],
            new Dictionary<string, string>(wine.Session.Environment.Concat(environment)) { ["SECRET"] = password }),
        cancellationToken);

    private static async Task<ProgramEnd> EndAsync(ProgramRun started, CancellationToken cancellationToken)
    {
        await using var run = started;
        return await run.WaitAsync(cancellationToken);
    }
}
