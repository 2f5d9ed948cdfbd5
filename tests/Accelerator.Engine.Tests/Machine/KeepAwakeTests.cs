using Accelerator.Engine.Machine;

namespace Accelerator.Engine.Tests.Machine;

public sealed class KeepAwakeTests
{
    [Fact]
    public void The_machine_is_kept_awake_where_there_is_a_way_and_let_go_again()
    {
        var awake = KeepAwake.For("a test is running");
        if (!OperatingSystem.IsWindows()) Assert.False(awake.IsHeld);
        awake.Dispose();
        Assert.False(awake.IsHeld);
        awake.Dispose();
    }
}
