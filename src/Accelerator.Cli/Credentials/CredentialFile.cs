using System.Text;
using System.Text.Json;
using Accelerator.Cli.Output;
using Accelerator.Engine.Sites;

namespace Accelerator.Cli.Credentials;

/// <summary>The content of a file that stores one login.</summary>
/// <param name="Login">The user and the server.</param>
/// <param name="Sealed">The password, sealed for that login.</param>
internal sealed record CredentialFile(SiteKey Login, byte[] Sealed)
{
    /// <summary>
    /// The maximum size of such a file in bytes: a password of <see cref="UserCredentialStore.LongestPassword"/> in base64, the DPAPI
    /// overhead, and the address of the longest user.
    /// </summary>
    public const int LongestFile = 32 << 10;

    private const string Format = "accelerator-login-1";

    /// <summary>Returns the content of the file.</summary>
    public static byte[] Write(SiteKey login, byte[] sealedSecret) => Encoding.ASCII.GetBytes(JsonLine.Of(json =>
    {
        json.WriteString("format", Format);
        json.WriteString("login", CredentialAddress.Of(login));
        json.WriteBase64String("secret", sealedSecret);
    }) + "\n");

    /// <summary>Parses the content of a file; null if it is invalid.</summary>
    public static CredentialFile? Read(ReadOnlyMemory<byte> content)
    {
        if (content.Length > LongestFile) return null;
        try
        {
            using var document = JsonDocument.Parse(content);
            var root = document.RootElement;
            return root.ValueKind == JsonValueKind.Object
                && Text(root, "format") == Format
                && Text(root, "login") is { } address
                && CredentialAddress.Find(address) is { } login
                && root.TryGetProperty("secret", out var secret)
                && secret.ValueKind == JsonValueKind.String
                && secret.TryGetBytesFromBase64(out var bytes)
                && bytes.Length > 0
                ? new CredentialFile(login, bytes)
                : null;
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            return null;
        }
    }

    /// <summary>Returns the login only: by default, records print all their members.</summary>
    public override string ToString() => Login.ToString();

    private static string? Text(JsonElement root, string name) =>
        root.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String ? value.GetString() : null;
}
