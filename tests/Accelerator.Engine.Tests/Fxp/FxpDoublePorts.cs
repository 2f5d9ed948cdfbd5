using Accelerator.TestKit;

namespace Accelerator.Engine.Tests.Fxp;

internal static class FxpDoublePorts
{
    /// <summary>Answers an EPSV with a port that listens.</summary>
    public static async Task<ScriptedDataPort> OpenAsync(this ScriptedConnection connection)
    {
        var port = new ScriptedDataPort(connection.Address);
        await connection.ReplyAsync($"229 Entering Extended Passive Mode (|||{port.Port}|)");
        return port;
    }
}
