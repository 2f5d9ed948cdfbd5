using System.Net.Http.Headers;
using Accelerator.Jobs.Credentials;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Service.Alerts;

/// <summary>Sends alerts as a POST of JSON, in the form that the job file names.</summary>
internal sealed class WebhookChannel(
    WebhookDefinition webhook, CredentialVault vault, string node, TimeProvider time) : IAlertChannel, IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    // Do not follow redirects: another address would receive the token. Nor does a proxy of the environment receive what a loopback
    // address may get unencrypted.
    private readonly HttpClient _client = new(new SocketsHttpHandler
    {
        AllowAutoRedirect = false, ConnectTimeout = Patience, UseProxy = !LoopbackHost.Is(webhook.Url.Host),
    }) { Timeout = Patience };

    // Leave the path out: it may be a secret, as in the webhook addresses of chat systems.
    /// <inheritdoc/>
    public string Name => $"the webhook at {webhook.Url.Authority}";

    /// <inheritdoc/>
    public async Task SendAsync(AlertNews news, CancellationToken cancellationToken)
    {
        try
        {
            // Send a Content-Length: simple receivers cannot read a chunked body, which JsonContent sends.
            using var content = new ByteArrayContent(WebhookBody.Of(news, webhook.Format, node, time.GetUtcNow()));
            content.Headers.ContentType = new MediaTypeHeaderValue("application/json", "utf-8");
            using var request = new HttpRequestMessage(HttpMethod.Post, webhook.Url) { Content = content };
            if (webhook.Credential is { } credential)
                request.Headers.Authorization = new AuthenticationHeaderValue(
                    "Bearer", await vault.ReadAsync(credential, cancellationToken).ConfigureAwait(false));
            using var answer = await _client.SendAsync(
                request, HttpCompletionOption.ResponseHeadersRead, cancellationToken).ConfigureAwait(false);
            if (!answer.IsSuccessStatusCode) throw new AlertException($"it answered {(int)answer.StatusCode}");
        }
        catch (Exception e) when (e is HttpRequestException or CredentialException
            || (e is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            throw new AlertException(
                e is OperationCanceledException ? $"it did not answer for {Patience.TotalSeconds:0} s" : e.Message.TrimEnd('.'), e);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();
}
