namespace Accelerator.Ftp.Sockets;

/// <summary>Multipath TCP of this system (RFC 8684).</summary>
internal static class MultipathSupport
{
    /// <summary>Returns why this system has no MPTCP, and what to do, as sentences; null if it has it.</summary>
    public static string? Problem() => Problem(OperatingSystem.IsLinux(), OperatingSystem.IsLinux() ? MultipathSocket.Refusal() : null);

    /// <inheritdoc cref="Problem()"/>
    /// <param name="isLinux">Whether this is Linux.</param>
    /// <param name="refusal">The answer of its kernel to the request for a socket; null for a socket.</param>
    internal static string? Problem(bool isLinux, string? refusal) => isLinux
        ? refusal is null ? null
            : $"the kernel gives no MPTCP socket ({refusal}), so TCP is used. It needs Linux 5.6 or later; "
                + "run: sysctl -w net.mptcp.enabled=1"
        : "only Linux has MPTCP for applications, so TCP is used. Use --bind to send streams through several adapters.";
}
