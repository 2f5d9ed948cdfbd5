using System.Text;
using System.Text.Json;
using Accelerator.Cli.Output;
using Accelerator.Engine.Sites;

namespace Accelerator.Cli.Credentials;

/// <summary>What a file of one login holds.</summary>
/// <param name="Login">Whose password it is.</param>
/// <param name="Sealed">The password, sealed for that login.</param>
internal sealed record CredentialFile(SiteKey Login, byte[] Sealed)
{
    /// <summary>
    /// Bytes that such a file has at most: a password of <see cref="UserCredentialStore.LongestPassword"/> in base64, DPAPI's part, and the
    /// address of the longest user.
    /// </summary>
    public const int LongestFile = 32 << 10;

    private const string Format = "accelerator-login-1";

    /// <summary>The file's content.</summary>
    public static byte[] Write(SiteKey login, byte[] sealedSecret) => Encoding.ASCII.GetBytes(JsonLine.Of(json =>
    {
        json.WriteString("format", Format);
        json.WriteString("login", CredentialAddress.Of(login));
        json.WriteBase64String("secret", sealedSecret);
    }) + "\n");

    /// <summary>Reads a file's content; null when it is none.</summary>
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

    /// <summary>Names the login only: records print all their members otherwise.</summary>
    public override string ToString() => Login.ToString();

    private static string? Text(JsonElement root, string name) =>
        root.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String ? value.GetString() : null;
}
