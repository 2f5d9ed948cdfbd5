namespace Accelerator.Interop.Tests.Services;

/// <summary>
/// The files and commands of docs/migrate.md, exactly as the page has them. Only the addresses, the folders and the times are replaced.
/// </summary>
[UnsupportedOSPlatform("windows")]
public sealed partial class MigrateTests : RealTests
{
    private static readonly string[] Names = ["S5P_1.nc", "S5P_2.nc"];

    [ServerFact("proftpd")]
    public async Task The_receiver_of_the_page_fetches_what_the_old_program_pushed()
    {
        await using var service = new ServiceFixture();
        await using var archive = await ProftpdServer.StartAsync(new ServerOptions(), Token);
        await PutAsync(archive, "out", Token);
        var old = Directory.CreateDirectory(Path.Combine(service.Folder, "old")).FullName;
        foreach (var name in Names) File.Copy(Path.Combine(archive.Root, "out", name), Path.Combine(old, name));
        var section = Section("## The receiver fetches", [("pull@archive.example.org", $"{archive.User}@{archive.Host}:{archive.Port}"), ("/srv/", service.Folder + "/")]);
        await StartAsync(service, "pull.json", section.Jobs, Token);

        var poll = await RunAsync(service, archive.Password, section.Scripts[0], Token);
        Assert.Contains("no problems found.", poll);
        Assert.Matches("S5P_1.nc +/out +.*(is still observed|would be delivered)", poll);
        await DeliverAsync(service, section.Jobs);
        await service.ManifestAsync(Path.Combine(service.Folder, "received.jsonl"), Names.Length, Token);
        // diff finds nothing, or ends the script.
        await RunAsync(service, archive.Password, section.Scripts[1], Token);
        Assert.Equal(Names.Length, (await File.ReadAllLinesAsync(Path.Combine(service.Folder, "new.txt"), Token)).Length);
    }

    [ServerFact("vsftpd", "proftpd")]
    public async Task The_job_between_servers_of_the_page_delivers_what_the_old_program_pushed()
    {
        await using var service = new ServiceFixture();
        await using var archive = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), Token);
        await using var agency = await FxpServers.StartAsync("vsftpd", ["pasv_promiscuous=YES"], Token);
        await PutAsync(archive, "out", Token);
        await PutAsync(agency, "incoming", Token);
        var incoming = Directory.CreateDirectory(Path.Combine(agency.Root, "incoming", "new"));
        File.SetUnixFileMode(incoming.FullName, (UnixFileMode)0b111_111_111);
        var section = Section("## A job between servers",
        [
            ("push@archive.example.org", $"{archive.User}@{archive.Host}:{archive.Port}"),
            // vsftpd's login here is the anonymous one.
            ("\"ftp://push@ftp.agency.example\", \"credential\": \"agency\"", $"\"ftp://{agency.Host}:{agency.Port}\""),
            ("push@ftp.agency.example", $"{agency.Host}:{agency.Port}"),
            ("/srv/", service.Folder + "/"),
        ]);
        await StartAsync(service, "fxp.json", section.Jobs, Token);

        var poll = await RunAsync(service, archive.Password, section.Scripts[0], Token);
        Assert.Contains("no problems found.", poll);
        Assert.Contains($"ftp://{agency.Host}:{agency.Port}//incoming/new", poll);
        await DeliverAsync(service, section.Jobs);
        await service.ManifestAsync(Path.Combine(service.Folder, "sent.jsonl"), Names.Length, Token);
        await RunAsync(service, archive.Password, section.Scripts[1], Token);
        Assert.Equal(Names.Length, (await File.ReadAllLinesAsync(Path.Combine(service.Folder, "new.txt"), Token)).Length);
        Assert.Equal(Names, incoming.EnumerateFiles().Select(file => file.Name).Order());
    }

    private static async Task PutAsync(FtpServerProcess server, string folder, CancellationToken cancellationToken)
    {
        for (var i = 0; i < Names.Length; i++) await server.PutAsync($"{folder}/{Names[i]}", 300_000 + i, i + 1, cancellationToken);
    }

    private static (string Jobs, List<string> Scripts) Section(string title, IEnumerable<(string Name, string Value)> values)
    {
        var page = File.ReadAllText(Path.Combine(Checkout.Root, "docs", "migrate.md"));
        var text = page[page.IndexOf(title, StringComparison.Ordinal)..];
        text = text[..(text.IndexOf("\n## ", 1, StringComparison.Ordinal) is > 0 and var end ? end : text.Length)];
        foreach (var (name, value) in values)
        {
            Assert.Contains(name, text);
            text = text.Replace(name, value, StringComparison.Ordinal);
        }
        // A page at the usual port would be in the way of another test's.
        text = text.Replace("\"servers\": {", "\"dashboard\": { \"enabled\": false }, \"servers\": {", StringComparison.Ordinal);
        // Nothing is stable before DeliverAsync: the dry run, which is a program to start, has to come before the delivery.
        text = text.Replace("\"30s\"", "\"1s\"", StringComparison.Ordinal).Replace("\"20s\"", "\"1h\"", StringComparison.Ordinal);
        return (Assert.Single(Blocks("json")), Blocks("bash"));

        List<string> Blocks(string language) => [.. BlockPattern().Matches(text).Where(match => match.Groups[1].Value == language).Select(match => match.Groups[2].Value)];
    }

    private static async Task StartAsync(ServiceFixture service, string name, string jobs, CancellationToken cancellationToken)
    {
        await service.StartReadyAsync();
        await File.WriteAllTextAsync(Path.Combine(service.Folder, name), jobs, cancellationToken);
        await File.WriteAllTextAsync(service.Jobs, jobs, cancellationToken);
        // As an operator's own ftpx is, but for the data folder, which the usual one is not here.
        var ftpx = Path.Combine(service.Folder, "ftpx");
        var command = $"{NativeProgram.Quoted} \"$@\"";
        await ShellProgram.WriteAsync(ftpx, $"""
            #!/bin/bash
            [[ $1 == @(job|service|credential) && $2 != validate ]] && set -- "$@" --data '{service.Data}'
            if [[ $1 == credential ]]; then printf '%s\n' "$SECRET" | {command}; else {command}; fi
            """, cancellationToken);
    }

    // The same job, for which a file is complete after a second.
    private static async Task DeliverAsync(ServiceFixture service, string jobs)
    {
        await File.WriteAllTextAsync(service.Jobs, jobs.Replace("\"1h\"", "\"1s\"", StringComparison.Ordinal));
        (await service.FtpxAsync("service", "reload")).Expect();
    }

    private static async Task<string> RunAsync(ServiceFixture service, string secret, string script, CancellationToken cancellationToken)
    {
        string[] words = ["-e", "-o", "pipefail", "-c", $"PATH=$PWD:$PATH\n{script}"];
        var environment = new Dictionary<string, string> { ["SECRET"] = secret };
        return (await ProgramRun.RunFileAsync("/bin/bash", service.Folder, words, cancellationToken, environment)).Expect().Output;
    }

    [GeneratedRegex("```(json|bash)\n(.*?)\n```", RegexOptions.Singleline)]
    private static partial Regex BlockPattern();
}
