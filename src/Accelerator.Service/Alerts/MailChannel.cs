using System.Net;
using System.Net.Mail;
using System.Text;
using Accelerator.Ftp;
using Accelerator.Jobs.Credentials;
using Accelerator.Jobs.Definitions;
using Accelerator.Service.Core;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Alerts;

/// <summary>Mail over SMTP, with STARTTLS unless it is switched off.</summary>
/// <param name="log">Receives the addresses that the server refuses.</param>
internal sealed class MailChannel(MailDefinition mail, CredentialVault vault, string node, ILogger log) : IAlertChannel
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    /// <inheritdoc/>
    public string Name => $"the mail server {mail.Host}";

    /// <inheritdoc/>
    public async Task SendAsync(AlertNews news, CancellationToken cancellationToken)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        limit.CancelAfter(Patience);
        try
        {
            using var message = new MailMessage
            {
                From = new MailAddress(mail.From),
                Subject = AlertText.Subject(news, node),
                Body = AlertText.Body(news, node),
                SubjectEncoding = Encoding.UTF8,
                BodyEncoding = Encoding.UTF8,
            };
            foreach (var to in mail.To) message.To.Add(to);
            // Mail programs send no automatic reply to such a message, and other programs do not forward it.
            message.Headers.Add("Auto-Submitted", "auto-generated");
            using var client = new SmtpClient(mail.Host, mail.Port) { EnableSsl = mail.HasTls };
            if (mail is { User: { } user, Credential: { } credential })
                client.Credentials = new NetworkCredential(user, await vault.ReadAsync(credential, limit.Token).ConfigureAwait(false));
            await client.SendMailAsync(message, limit.Token).ConfigureAwait(false);
        }
        catch (SmtpFailedRecipientException e) when (!news.IsTest && Refused(e).Length < mail.To.Count)
        {
            // The server has accepted the mail for the other addresses: another attempt would send it to them again.
            ServiceEvents.AlertRefused(log, Name, SafeText.Escape(Sentence(e)));
        }
        catch (Exception e) when (e is SmtpException or CredentialException or FormatException or IOException
            || (e is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            var why = e is OperationCanceledException ? $"it did not answer for {Patience.TotalSeconds:0} s"
                : e is SmtpFailedRecipientException refusal ? $"it {Sentence(refusal)}"
                : $"{e.Message.TrimEnd('.')}{(e.InnerException is { } inner ? $" ({inner.Message.TrimEnd('.')})" : "")}";
            throw new AlertException(why, e);
        }
    }

    private static string Sentence(SmtpFailedRecipientException refusal) =>
        $"refused {string.Join(", ", Refused(refusal).Select(one => one.FailedRecipient?.Trim('<', '>')))}: "
            + string.Join("; ", Refused(refusal).Select(one => one.Message.TrimEnd('.')).Distinct());

    private static SmtpFailedRecipientException[] Refused(SmtpFailedRecipientException refusal) =>
        refusal is SmtpFailedRecipientsException several ? several.InnerExceptions : [refusal];
}
