using System.Reflection;
using Xunit.Sdk;

namespace Accelerator.Interop.Tests;

/// <summary>A theory that needs real programs; skipped as <see cref="ServerFactAttribute"/> is.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class ServerTheoryAttribute : TheoryAttribute
{
    /// <param name="tools">Names that <see cref="ServerTools.WhyUnavailable"/> knows.</param>
    public ServerTheoryAttribute(params string[] tools) => Skip = SkipReason.For(tools);
}

/// <summary>One row of a theory over real servers; skipped, with the reason, where that server is missing.</summary>
[AttributeUsage(AttributeTargets.Method, AllowMultiple = true)]
public abstract class ServerDataAttribute : DataAttribute
{
    private readonly object[] _row;

    private protected ServerDataAttribute(ServerKind kind, object[] data)
    {
        _row = [kind, .. data];
        Skip = SkipReason.For([kind.Tool()]);
    }

    public override IEnumerable<object[]> GetData(MethodInfo testMethod) => [_row];
}

public sealed class VsftpdAttribute(params object[] data) : ServerDataAttribute(ServerKind.Vsftpd, data);

public sealed class ProftpdAttribute(params object[] data) : ServerDataAttribute(ServerKind.Proftpd, data);

public sealed class PureFtpdAttribute(params object[] data) : ServerDataAttribute(ServerKind.PureFtpd, data);

public sealed class PyftpdlibAttribute(params object[] data) : ServerDataAttribute(ServerKind.Pyftpdlib, data);

public sealed class FtpxAttribute(params object[] data) : ServerDataAttribute(ServerKind.Ftpx, data);
