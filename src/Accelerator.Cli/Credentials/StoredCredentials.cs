using Accelerator.Cli.Hosting;
using Accelerator.Engine.Sites;
using Accelerator.Ftp;

namespace Accelerator.Cli.Credentials;

/// <summary>
/// The stored logins as used by one command. An unusable entry does not stop the command: a warning is written, and the next source is
/// tried.
/// </summary>
/// <param name="environment">The process environment.</param>
/// <param name="warn">Receives the warnings.</param>
/// <param name="tellsWhose">Whether to report a user that was found without being named.</param>
internal sealed class StoredCredentials(ProcessEnvironment environment, Action<string> warn, bool tellsWhose)
{
    private readonly Lazy<UserCredentialStore> _store = new(() => UserCredentialStore.Open(environment));
    private readonly Dictionary<SiteKey, string?> _passwords = [];
    private readonly HashSet<string> _notified = [];
    private IReadOnlyList<StoredCredential>? _logins;

    /// <summary>Returns the user of the only login stored for a server, or null if there is none or more than one.</summary>
    public string? OnlyUserAt(FtpEndpoint server)
    {
        var site = SiteKey.Of(server, null).ForAllUsers;
        var here = Logins().Where(kept => kept.Login.ForAllUsers == site).ToList();
        if (here.Count > 1)
            Notify($"{here.Count} logins are stored for {site}, so none is used: give the user, as in ftp://USER@{server}/.");
        if (here.Count != 1) return null;
        if (tellsWhose) Notify($"Using the only login stored for this server: {here[0].Login}, in {_store.Value.WhereIs(here[0])}.");
        return here[0].Login.User;
    }

    /// <summary>Returns the password of a login, or null if no usable one is stored.</summary>
    public string? PasswordOf(SiteKey login)
    {
        if (_passwords.TryGetValue(login, out var known)) return known;
        string? password = null;
        try
        {
            password = _store.Value.Read(login);
        }
        catch (CredentialStoreException e)
        {
            Notify($"{e.Message} ftpx continues without this stored login.");
        }
        return _passwords[login] = password;
    }

    private IReadOnlyList<StoredCredential> Logins()
    {
        if (_logins is not null) return _logins;
        (_logins, var problems) = _store.Value.List();
        foreach (var problem in problems) Notify(problem);
        return _logins;
    }

    private void Notify(string sentence)
    {
        if (_notified.Add(sentence)) warn(sentence);
    }
}
