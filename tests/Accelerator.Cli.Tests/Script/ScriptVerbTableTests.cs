namespace Accelerator.Cli.Tests.Script;

public sealed class ScriptVerbTableTests
{
    // The verbs from the help of ftp.exe, in column order.
    private const string Verbs =
        "! ? append ascii bell binary bye cd close delete debug dir disconnect get glob hash help lcd literal ls mdelete mdir mget mkdir mls mput open prompt put pwd quit quote recv remotehelp rename rmdir send status trace type user verbose";

    [Fact]
    public void The_table_has_the_verbs_of_ftp_exe() => Assert.Equal(Verbs.Split(' '), ScriptVerbTable.All.Select(verb => verb.Name));

    [Fact]
    public void Every_prefix_of_a_verb_selects_it_or_is_ambiguous()
    {
        foreach (var verb in ScriptVerbTable.All)
        {
            Assert.Same(verb, ScriptVerbTable.Find(verb.Name.ToUpperInvariant(), out _));
            for (var length = 1; length < verb.Name.Length; length++)
            {
                var start = verb.Name[..length];
                var found = ScriptVerbTable.Find(start, out var isAmbiguous);
                var sharing = ScriptVerbTable.All.Count(other => other.Name.StartsWith(start, StringComparison.Ordinal));
                if (ScriptVerbTable.All.Any(other => other.Name == start)) Assert.Equal(start, found!.Name);
                else Assert.Equal((sharing == 1 ? verb : null, sharing > 1), (found, isAmbiguous));
            }
        }
    }

    [Fact]
    public void The_verbs_that_change_a_server_are_these() => Assert.Equal(
        ["append", "delete", "mdelete", "mkdir", "mput", "put", "rename", "rmdir", "send"], ScriptVerbTable.All.Where(verb => verb.Changes).Select(verb => verb.Name).Order(StringComparer.Ordinal));

    [Fact]
    public void The_help_uses_the_columns_of_ftp_exe()
    {
        var lines = ScriptHelp.Lines().ToList();
        Assert.Equal(11, lines.Count);
        Assert.Equal("!               delete          literal         prompt          send", lines[2]);
        Assert.Equal("close           lcd             open            rmdir", lines[^1]);
    }
}
