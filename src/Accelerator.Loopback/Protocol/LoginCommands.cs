namespace Accelerator.Loopback;

internal static class LoginCommands
{
    public static ValueTask<string?> User(Session session, string argument, CancellationToken cancellationToken)
    {
        session.User = argument;
        return new("331 Please specify the password.");
    }

    public static ValueTask<string?> Pass(Session session, string argument, CancellationToken cancellationToken)
    {
        var options = session.Server.Options;
        if (session.User is null) return new("503 Login with USER first.");
        if ((options.User ?? session.User) != session.User || (options.Password ?? argument) != argument) return new("530 Login incorrect.");
        if (session.Server.Limit.TryEnter(LimitStage.Login) is not { } place)
        {
            session.Server.Log.Refused.Enter();
            if (options.LimitPoint == LimitPoint.Pass421) session.CloseAfterReply = CloseKind.Fin;
            return new(session.Server.Limit.Reply);
        }

        session.Hold(place);
        return new(options.Account is null ? "230 Login successful." : "332 Need account for login.");
    }

    public static ValueTask<string?> Acct(Session session, string argument, CancellationToken cancellationToken) =>
        new(session.Server.Options.Account is not { } account ? "202 No account is needed."
            : account == argument ? "230 Login successful." : "530 Login incorrect.");

    public static ValueTask<string?> Quit(Session session, string argument, CancellationToken cancellationToken)
    {
        // The places are free before the client can know that it has left: a client that comes back at once must not be refused.
        session.ReleasePlaces();
        session.CloseAfterReply = CloseKind.Fin;
        return new("221 Goodbye.");
    }
}
