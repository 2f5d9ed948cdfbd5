using Accelerator.Ftp.Sessions;

namespace Accelerator.Cli.Tests.Script;

public sealed class QuotedCommandTests
{
    [Theory]
    [InlineData("feat", nameof(QuotedKind.Asks))]
    [InlineData("  MDTM a.bin", nameof(QuotedKind.Asks))]
    [InlineData("MDTM 20260101 ", nameof(QuotedKind.Asks))]
    [InlineData("MDTM 20260101120000", nameof(QuotedKind.Asks))]
    [InlineData("MDTM 2026 report.txt", nameof(QuotedKind.Asks))]
    [InlineData("MDTM 20260101_a b", nameof(QuotedKind.Asks))]
    [InlineData("MDTM 20260101 a.bin", nameof(QuotedKind.Changes))]
    [InlineData("mdtm 20260101120000 a.bin", nameof(QuotedKind.Changes))]
    [InlineData("MDTM 20260101120000.5 a.bin", nameof(QuotedKind.Changes))]
    [InlineData("MDTM 20260101120000+060 a.bin", nameof(QuotedKind.Changes))]
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
