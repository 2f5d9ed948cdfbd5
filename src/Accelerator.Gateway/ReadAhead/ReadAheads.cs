using System.Runtime.CompilerServices;
using Accelerator.Gateway.Settings;
using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.ReadAhead;

/// <summary>The read-ahead of each login, which ends with it, and the memory that they share.</summary>
internal sealed class ReadAheads(ReadAheadSettings settings, TimeProvider time)
{
    private readonly ConditionalWeakTable<UpstreamLogin, LoginReadAhead> _logins = [];
    private readonly object _lock = new();

    /// <summary>The files of all logins.</summary>
    public FileCache Cache { get; } = new(settings.Memory);

    /// <summary>Returns the read-ahead of a login.</summary>
    public LoginReadAhead Of(UpstreamLogin login)
    {
        lock (_lock)
        {
            if (_logins.TryGetValue(login, out var known)) return known;
            var created = new LoginReadAhead(login, Cache, settings, time);
            login.Own(created);
            _logins.Add(login, created);
            return created;
        }
    }
}
