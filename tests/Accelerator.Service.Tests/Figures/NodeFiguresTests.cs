namespace Accelerator.Service.Tests.Figures;

public sealed class NodeFiguresTests
{
    private static readonly DateTimeOffset Now = new(2026, 11, 24, 12, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData(0, "alive", 4)]
    [InlineData(19, "alive", 4)]
    [InlineData(20, "dead", 0)]
    [InlineData(6 * 86400, "dead", 0)]
    public void A_node_is_dead_when_the_others_take_over_its_files(int seconds, string state, int sessions)
    {
        var node = Assert.Single(NodeFigures.Of([Beat("n2", TimeSpan.FromSeconds(seconds))], "n1", "x"));
        Assert.Equal(("n2", false, state, sessions, true), (node.Name, node.IsHere, node.State, node.Sessions, node.HasSameJobs));
        Assert.Equal(state == "dead", node.Sentence?.StartsWith("The node n2 has sent no heartbeat since ", StringComparison.Ordinal) == true);
    }

    [Fact]
    public void A_node_that_left_or_did_not_return_for_a_week_is_not_missed()
    {
        Assert.Empty(NodeFigures.Of([Beat("n2", TimeSpan.FromDays(7)), Beat("n3", Now - DateTimeOffset.UnixEpoch)], "n1", "x"));
        var here = Assert.Single(NodeFigures.Of([Beat("n1", Now - DateTimeOffset.UnixEpoch)], "n1", "y"));
        Assert.Equal(("left", true, null, false), (here.State, here.IsHere, here.Sentence, here.HasSameJobs));
    }

    private static NodeBeat Beat(string name, TimeSpan age) => new()
    {
        Node = name,
        Incarnation = "a",
        Version = "1.0",
        LastBeat = Now - age,
        Age = age,
        Jobs = "x",
        JobsAt = Now,
        Sessions = 4,
    };
}
