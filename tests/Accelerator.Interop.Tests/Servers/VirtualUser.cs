namespace Accelerator.Interop.Tests.Servers;

/// <summary>The one account of servers with accounts of their own.</summary>
internal static class VirtualUser
{
    public const string Name = "ftpx";

    public const string Password = "loopback";

    /// <summary><see cref="Password"/> for password files, as made by <c>openssl passwd -5 -salt loopback loopback</c>.</summary>
    public const string Crypted = "$5$loopback$P6bogDmQjhyM5QEa8TjwcZgTeSiekHejgKC9.1HGS87";
}
