using System.Net;
using Accelerator.Gateway.Data;
using Accelerator.Gateway.Protocol;
using Accelerator.Gateway.Settings;
using Accelerator.Gateway.Upstream;

namespace Accelerator.Fuzz.Tests.Targets;

/// <summary>
/// The bytes of a client of the gateway: however they are cut, the same commands result, none longer than its bound and none with a line end,
/// and no argument names a server or an endpoint that it does not show.
/// </summary>
internal static class GatewayTarget
{
    private static readonly IPEndPoint Client = new(IPAddress.Loopback, 40_000);

    public static bool Read(byte[] input)
    {
        var whole = new CommandSplitter();
        var commands = whole.Add(input);
        var pieces = new CommandSplitter();
        Assert.Equal(commands, input.SelectMany(one => pieces.Add([one])));
        Assert.Equal(whole.IsBroken, pieces.IsBroken);
        foreach (var command in commands)
        {
            Assert.True(command.Verb.Length + command.Argument.Length <= CommandSplitter.MaxLine);
            Assert.True((command.Verb + command.Argument).AsSpan().IndexOfAny('\r', '\n', '\0') < 0);
            Assert.Equal(command.Argument, Encoding.Latin1.GetString(command.Bytes));
            if (UpstreamAddress.Parse(command.Argument) is { } address)
            {
                Assert.NotEqual(UriHostNameType.Unknown, Uri.CheckHostName(address.Host));
                Assert.Contains(address.Host, command.Argument[command.Argument.LastIndexOf('@')..]);
            }
            foreach (var named in new[] { ActiveTarget.ReadPort(command.Argument), ActiveTarget.ReadExtended(command.Argument) })
            {
                if (named is not null && ActiveTarget.IsAllowed(named, Client))
                    Assert.True(IPAddress.Loopback.Equals(AddressRange.Plain(named.Address)) && named.Port >= 1024);
            }
            _ = UpstreamRule.Parse(command.Argument);
            _ = AddressRange.Parse(command.Argument);
            var reply = Replies.Encode(Replies.Of(500, [command.Argument, command.Verb, "End"]));
            Assert.Equal(3, reply.Count(value => value == '\n'));
            Assert.True(reply.AsSpan().EndsWith("500 End\r\n"u8));
        }
        return !whole.IsBroken;
    }
}
