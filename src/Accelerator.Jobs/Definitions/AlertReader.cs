using System.Net.Mail;

namespace Accelerator.Jobs.Definitions;

/// <summary>Reads the alert settings of a job file.</summary>
internal static class AlertReader
{
    private const int UsualPort = 25, LargestPort = 65535;

    private static readonly TimeSpan UsualAfter = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan UsualEvery = TimeSpan.FromMinutes(15);
    private static readonly TimeSpan UsualEscalation = TimeSpan.FromHours(1);

    private static readonly Dictionary<string, WebhookFormat> Formats = new(StringComparer.Ordinal)
    {
        ["json"] = WebhookFormat.Json, ["slack"] = WebhookFormat.Slack, ["teams"] = WebhookFormat.Teams,
    };

    /// <summary>Reads the settings; null if no receiver is named.</summary>
    public static AlertDefinition? Read(KeyReader file)
    {
        if (file.Object("alerts") is not { } keys) return null;
        var (webhook, mail) = (ReadWebhook(keys), ReadMail(keys));
        var after = keys.Take("after", UsualAfter, QuantityText.Duration, "a duration, as in 1m");
        var every = keys.Take("every", UsualEvery, QuantityText.Duration, "a duration, as in 15m");
        var (quiet, escalation) = (ReadQuiet(keys), ReadEscalation(keys, after));
        // A mistyped name of a receiver is reported as an unknown key.
        if (keys.Names("webhook") is { Count: 0 } && keys.Names("mail") is { Count: 0 } && !keys.Has("webhook") && !keys.Has("mail"))
            file.Note("alerts", "there is no receiver here; add a webhook or mail, or omit this.");
        keys.Done();
        return webhook is null && mail is null ? null
            : new AlertDefinition(webhook, mail, after, every) { Quiet = quiet, Escalation = escalation };
    }

    private static List<ClockWindow> ReadQuiet(KeyReader alerts)
    {
        List<ClockWindow> windows = [];
        foreach (var keys in alerts.Rows("quiet"))
        {
            var window = ClockWindowReader.Read(keys);
            keys.Done();
            windows.Add(window);
            if (!keys.HasProblem("") && window.From == window.To && window.Days.Count == Enum.GetValues<DayOfWeek>().Length)
                keys.Note("from", "this window never ends, so no alert would be sent; name from and to, or days.");
        }
        return windows;
    }

    private static AlertEscalation? ReadEscalation(KeyReader alerts, TimeSpan usual)
    {
        if (alerts.Object("escalate") is not { } keys) return null;
        var after = keys.Take("after", UsualEscalation, QuantityText.Duration, "a duration, as in 1h");
        if (after <= usual && !keys.HasProblem("after") && !alerts.HasProblem("after"))
            keys.Note("after", "an escalation comes later than the first message; name a longer time than alerts.after.");
        var to = keys.Object("to");
        var (webhook, mail) = to is null ? (null, null) : (ReadWebhook(to), ReadMail(to));
        if (!keys.HasProblem("to") && (to is null || (!to.Has("webhook") && !to.Has("mail"))))
            keys.Missing("to", "there is no receiver here; add a webhook or mail, or omit escalate.");
        to?.Done();
        keys.Done();
        return webhook is null && mail is null ? null : new AlertEscalation(after, webhook, mail);
    }

    private static WebhookDefinition? ReadWebhook(KeyReader alerts)
    {
        if (alerts.Object("webhook") is not { } keys) return null;
        var text = keys.Required("url", "\"https://alerts.example.org/ftpx\"");
        var credential = keys.Text("credential");
        var format = keys.Keyword("format", WebhookFormat.Json, Formats);
        keys.Done();
        if (text.Length == 0) return null;
        if (Uri.TryCreate(text, UriKind.Absolute, out var url) && url.Scheme is "http" or "https" && url is { UserInfo: "", Fragment: "" })
        {
            if (credential is not null && url.Scheme == "http" && !LoopbackHost.Is(url.Host))
                keys.Note("url", "with http:// the secret of credential is sent unencrypted; use https://, or omit credential.");
            return new WebhookDefinition(url, credential) { Format = format };
        }
        keys.Note("url", "a URL that begins with https:// or http:// is expected here, without a user or a password; "
            + "a secret is named by credential.");
        return null;
    }

    private static MailDefinition? ReadMail(KeyReader alerts)
    {
        if (alerts.Object("mail") is not { } keys) return null;
        var host = keys.Required("host", "\"mail.example.org\"");
        var port = keys.Number("port", UsualPort, 1, LargestPort);
        var hasTls = keys.Flag("tls", true);
        var from = keys.Required("from", "\"ftpxd@example.org\"");
        var to = keys.Texts("to", Problem);
        var (user, credential) = (keys.Text("user"), keys.Text("credential"));
        if (to.Count == 0 && !keys.HasProblem("to"))
            keys.Missing("to", "there is no recipient here; write for example [ \"operators@example.org\" ].");
        if (from.Length > 0 && Problem(from) is { } wrong) keys.Note("from", wrong);
        if (keys.Has("user") != keys.Has("credential")) keys.Note("credential", "user and credential belong together.");
        if (user is not null && !hasTls)
            keys.Note("tls", "without TLS the password is sent unencrypted; omit user and credential, or leave tls on.");
        keys.Done();
        return new MailDefinition(host, port, hasTls, from, to, user, credential);
    }

    private static string? Problem(string address) => MailAddress.TryCreate(address, out var read) && read.Address == address
        ? null : $"\"{address}\" is not a mail address such as operators@example.org.";
}
