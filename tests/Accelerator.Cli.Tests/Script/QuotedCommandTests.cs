using Accelerator.Ftp.Sessions;

namespace Accelerator.Cli.Tests.Script;

public sealed class QuotedCommandTests
{
    [Theory]
    [InlineData("feat", QuotedKind.Asks)]
    [InlineData("  MDTM a.bin", QuotedKind.Asks)]
    [InlineData("TYPE I", QuotedKind.Asks)]
    [InlineData("pasv", QuotedKind.OwnBusiness)]
    [InlineData("RETR a", QuotedKind.OwnBusiness)]
    [InlineData("PASS x", QuotedKind.OwnBusiness)]
    [InlineData("DELE a", QuotedKind.Changes)]
    [InlineData("SITE CHMOD 777 a", QuotedKind.Changes)]
    [InlineData("XMKD a", QuotedKind.Changes)]
    [InlineData("WHATEVER", QuotedKind.Changes)]
    public void What_is_not_known_to_only_ask_counts_as_a_change(string line, QuotedKind kind) => Assert.Equal(kind, QuotedCommand.KindOf(line));

    [Theory]
    [InlineData("NOOP\r\nDELE a")]
    [InlineData("NOOP\nDELE a")]
    [InlineData("NOOP\0")]
    [InlineData("")]
    [InlineData("NO-OP")]
    public void One_line_is_one_command(string line) => Assert.Throws<ArgumentException>(() => QuotedCommand.KindOf(line));
}
