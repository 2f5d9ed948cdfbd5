namespace Accelerator.Interop.Tests.Mirrors;

/// <summary>Names with the byte FF, which begins a Telnet option for the servers that read those in commands.</summary>
public sealed class TelnetNameTests : RealTests
{
    // What ProFTPD makes of the last three, sent as they are, is the name of another file: "a", "fb" and "c" with one byte FF.
    private static readonly string[] Names = ["a", "fb", @"c\xffd", @"e\xff", @"a\xff\xfb!", @"f\xff\xfd#b", @"c\xff\xffd"];

    [ServerTheory]
    [Proftpd, PureFtpd, Vsftpd]
    public async Task A_name_with_the_byte_FF_brings_its_own_file(ServerKind kind)
    {
        await using var server = await kind.StartAsync(Token);
        for (var i = 0; i < Names.Length; i++)
            await ProgramChecks.ShellAsync(server.Root, $"mkdir -p pub; printf 'file %d' {i} > pub/$'{Names[i]}'", Token);
        try
        {
            var here = Folder.File("mirror");
            var words = new[] { "mirror", FtpxProgram.UrlOf(server, "pub"), here };
            var end = await FtpxProgram.Native.RunAsync(Folder.Path, server is VsftpdServer ? null : server.Password, words, Token);

            end.Expect();
            var files = Directory.GetFiles(here).Where(path => !Path.GetFileName(path).StartsWith('.')).ToList();
            Assert.Equal(Names.Select((_, i) => $"file {i}"), files.Select(File.ReadAllText).Order(StringComparer.Ordinal));
            Assert.Equal("file 0", await File.ReadAllTextAsync(Path.Combine(here, "a"), Token));
            Assert.Equal("file 1", await File.ReadAllTextAsync(Path.Combine(here, "fb"), Token));
        }
        finally
        {
            await ProgramChecks.ShellAsync(server.Root, "rm -rf pub", Token);
        }
    }
}
