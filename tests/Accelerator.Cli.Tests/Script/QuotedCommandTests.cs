using Accelerator.Ftp.Sessions;

namespace Accelerator.Cli.Tests.Script;

public sealed class QuotedCommandTests
{
    [Theory]
    [InlineData("feat", nameof(QuotedKind.Asks))]
    [InlineData("  MDTM a.bin", nameof(QuotedKind.Asks))]
    [InlineData("TYPE I", nameof(QuotedKind.Asks))]
    [InlineData("pasv", nameof(QuotedKind.OwnBusiness))]
    [InlineData("RETR a", nameof(QuotedKind.OwnBusiness))]
    [InlineData("PASS x", nameof(QuotedKind.OwnBusiness))]
    [InlineData("DELE a", nameof(QuotedKind.Changes))]
    [InlineData("SITE CHMOD 777 a", nameof(QuotedKind.Changes))]
    [InlineData("XMKD a", nameof(QuotedKind.Changes))]
    [InlineData("WHATEVER", nameof(QuotedKind.Changes))]
    public void A_command_not_known_as_read_only_counts_as_a_change(string line, string kind) =>
        Assert.Equal(kind, QuotedCommand.KindOf(line).ToString());

    public static TheoryData<string> NoCommands => ["NOOP\r\nDELE a", "NOOP\nDELE a", "NOOP\0", "", "NO-OP"];

    [Theory]
    [MemberData(nameof(NoCommands))]
    public void One_line_is_one_command(string line) => Assert.Throws<ArgumentException>(() => QuotedCommand.KindOf(line));
}
