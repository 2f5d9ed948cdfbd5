using Accelerator.Loopback.Faults;
using Accelerator.Loopback.Logging;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Protocol;

internal static class LoginCommands
{
    public static string User(Session session, string argument)
    {
        session.User = argument;
        return "331 Please specify the password.";
    }

    public static string Pass(Session session, string argument)
    {
        var options = session.Server.Options;
        if (session.User is null) return "503 Login with USER first.";
        if ((options.User ?? session.User) != session.User || (options.Password ?? argument) != argument)
        {
            session.Server.Log.Report(
                new LoopbackEvent.Login(session.Control.Ordinal, session.Control.Remote, session.User, IsAccepted: false));
            return "530 Login incorrect.";
        }
        if (session.Server.Limit.TryEnter(LimitStage.Login) is not { } place)
        {
            session.Server.Log.Refuse();
            if (options.LimitPoint == LimitPoint.Pass421) session.CloseAfterReply = CloseKind.Fin;
            return session.Server.Limit.Reply;
        }
        session.Hold(place);
        session.PasswordAccepted = true;
        return options.Account is null ? "230 Login successful." : "332 Need account for login.";
    }

    public static string Acct(Session session, string argument)
    {
        if (session.Server.Options.Account is not { } account) return "202 No account is needed.";
        if (!session.PasswordAccepted) return "503 Login with USER and PASS first.";
        return account == argument ? "230 Login successful." : "530 Login incorrect.";
    }

    public static string Quit(Session session, string argument)
    {
        // The places are released before the client can know that it has left: a client that reconnects at once must not be refused.
        session.ReleasePlaces();
        session.CloseAfterReply = CloseKind.Fin;
        return "221 Goodbye.";
    }
}
