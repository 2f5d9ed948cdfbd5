using System.Net.Sockets;

namespace Accelerator.Engine.Tests.Sessions;

public sealed class FailurePolicyTests
{
    [Theory]
    // A 530 without another open session means a wrong password; with other sessions, or with the text of a limit, it means a limit
    // (ProFTPD sends 530 for both).
    [InlineData("PASS", 530, "Login incorrect.", 0, false, FailureAction.GiveUp, FailureKind.Login)]
    [InlineData("PASS", 530, "Login incorrect.", 2, true, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("PASS", 530, "Sorry, the maximum number of clients (3) are connected.", 0, false, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("USER", 421, "Too many users.", 0, false, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("PASS", 430, "Try again.", 0, false, FailureAction.Retry, FailureKind.Login)]
    [InlineData("ACCT", 532, "Need account.", 0, false, FailureAction.GiveUp, FailureKind.Login)]
    [InlineData("PASS", 530, "Login incorrect.", 0, true, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("ACCT", 532, "Need account.", 0, true, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("PASS", 421, "Bye.", 0, false, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("PASS", 530, "TOO MANY of you.", 0, false, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("PASS", 530, "Connection limit reached.", 0, false, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("PASS", 530, "No more connections from there.", 0, false, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("PASS", 530, "Please try again later.", 0, false, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("USER", 530, "This server is full.", 0, false, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("USER", 530, "Go away.", 0, false, FailureAction.GiveUp, FailureKind.Login)]
    // The greeting.
    [InlineData("", 450, "Busy.", 0, false, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("", 554, "Too many connections.", 0, false, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("", 421, "Service not available.", 0, false, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("", 554, "Go away.", 0, false, FailureAction.GiveUp, FailureKind.Network)]
    [InlineData("", 530, "Go away.", 1, true, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    // Markers.
    [InlineData("REST", 502, "No.", 3, true, FailureAction.WithoutRest, FailureKind.RestNotHonoured)]
    [InlineData("REST", 451, "Restart not permitted, try again", 3, true, FailureAction.WithoutRest, FailureKind.RestNotHonoured)]
    [InlineData("REST", 421, "Bye.", 3, true, FailureAction.Retry, FailureKind.Network)]
    // Transfers.
    [InlineData("RETR", 550, "No such file.", 3, true, FailureAction.GiveUp, FailureKind.NotFound)]
    [InlineData("RETR", 451, "Too many transfers.", 3, true, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("RETR", 426, "Connection closed; transfer aborted.", 3, true, FailureAction.Retry, FailureKind.Network)]
    [InlineData("RETR", 451, "Local error.", 0, true, FailureAction.Retry, FailureKind.Network)]
    [InlineData("RETR", 425, "Cannot open.", 3, true, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("RETR", 421, "Bye.", 0, true, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("SIZE", 421, "Service not available.", 3, true, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("SIZE", 421, "Timeout.", 3, true, FailureAction.Retry, FailureKind.Network)]
    [InlineData("EPSV", 421, "Idle timeout (600 seconds): closing control connection", 3, true, FailureAction.Retry, FailureKind.Network)]
    [InlineData("RETR", 421, "Connection timed out.", 0, true, FailureAction.Retry, FailureKind.Network)]
    [InlineData("HASH", 421, "Timeout.", 3, true, FailureAction.Retry, FailureKind.Network)]
    [InlineData("OPTS", 421, "Timeout.", 0, true, FailureAction.Retry, FailureKind.Network)]
    [InlineData("XMD5", 421, "Timeout.", 0, true, FailureAction.Retry, FailureKind.Network)]
    [InlineData("EPSV", 425, "No ports.", 2, true, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("EPSV", 425, "No ports.", 0, true, FailureAction.Retry, FailureKind.Network)]
    [InlineData("EPSV", 501, "What?", 2, true, FailureAction.GiveUp, FailureKind.Network)]
    [InlineData("PASV", 425, "No ports.", 2, true, FailureAction.LowerCeiling, FailureKind.ServerLimit)]
    [InlineData("PASV", 425, "No ports.", 0, true, FailureAction.Retry, FailureKind.Network)]
    [InlineData("CWD", 450, "Busy.", 2, true, FailureAction.Retry, FailureKind.Network)]
    [InlineData("RETR", 553, "Bad name.", 0, true, FailureAction.GiveUp, FailureKind.NotFound)]
    [InlineData("RETR", 551, "Page type unknown.", 3, true, FailureAction.GiveUp, FailureKind.Network)]
    [InlineData("CWD", 550, "No such folder.", 0, true, FailureAction.GiveUp, FailureKind.Network)]
    [InlineData("SIZE", 553, "Bad name.", 0, true, FailureAction.GiveUp, FailureKind.NotFound)]
    [InlineData("SIZE", 550, "No such file.", 0, true, FailureAction.GiveUp, FailureKind.NotFound)]
    [InlineData("TYPE", 501, "What?", 0, true, FailureAction.GiveUp, FailureKind.Network)]
    internal void A_reply_means_what_its_place_and_the_others_make_of_it(string verb, int code, string text, int others, bool hasStood, FailureAction action, FailureKind kind)
    {
        var failure = new FtpReplyException(verb, verb, new FtpReply(code, [text]));

        Assert.Equal(new FailureVerdict(action, kind), FailurePolicy.Judge(failure, others, hasStood));
    }

    [Theory]
    [InlineData(FtpStage.Greeting, 3, true, FailureAction.LowerCeiling, FailureAction.LowerCeiling)]
    [InlineData(FtpStage.Login, 3, true, FailureAction.LowerCeiling, FailureAction.Retry)]
    [InlineData(FtpStage.Connect, 3, true, FailureAction.LowerCeiling, FailureAction.Retry)]
    [InlineData(FtpStage.Greeting, 0, true, FailureAction.Retry, FailureAction.Retry)]
    [InlineData(FtpStage.Connect, 0, true, FailureAction.Retry, FailureAction.Retry)]
    [InlineData(FtpStage.Connect, 0, false, FailureAction.GiveUp, FailureAction.GiveUp)]
    [InlineData(FtpStage.Resolve, 0, false, FailureAction.GiveUp, FailureAction.GiveUp)]
    [InlineData(FtpStage.Session, 3, true, FailureAction.Retry, FailureAction.Retry)]
    [InlineData(FtpStage.Data, 3, true, FailureAction.Retry, FailureAction.Retry)]
    [InlineData(FtpStage.DataConnect, 0, true, FailureAction.Retry, FailureAction.Retry)]
    internal void A_lost_connection_is_a_limit_only_before_the_login_and_beside_others_and_silence_only_in_place_of_a_greeting(
        FtpStage stage, int others, bool hasStood, FailureAction lost, FailureAction silent)
    {
        Assert.Equal(lost, FailurePolicy.Judge(new FtpConnectionException(stage, "Lost."), others, hasStood).Action);
        var silence = new FtpTimeoutException(stage, TimeSpan.FromSeconds(1), "Silent.");
        Assert.Equal(silent, FailurePolicy.Judge(silence, others, hasStood).Action);
    }

    /// <summary>A proxy that serves other connections of the run is full; alone it decides by itself whether another try can help.</summary>
    [Theory]
    [InlineData(FtpStage.Connect, 2, true, true, FailureAction.LowerCeiling)]
    [InlineData(FtpStage.DataConnect, 2, true, true, FailureAction.LowerCeiling)]
    [InlineData(FtpStage.DataConnect, 0, true, true, FailureAction.GiveUp)]
    [InlineData(FtpStage.DataConnect, 0, true, false, FailureAction.Retry)]
    [InlineData(FtpStage.Connect, 0, true, false, FailureAction.Retry)]
    [InlineData(FtpStage.Connect, 0, false, false, FailureAction.GiveUp)]
    internal void A_proxy_s_refusal_beside_other_connections_is_its_limit(FtpStage stage, int others, bool hasStood, bool isFinal, FailureAction action)
    {
        var failure = new FtpConnectionException(stage, "No.") { ByProxy = true, IsFinal = isFinal };
        Assert.Equal(action, FailurePolicy.Judge(failure, others, hasStood).Action);
        Assert.Equal(stage == FtpStage.DataConnect, FailurePolicy.RefusesData(failure));
    }

    /// <summary>A close in good order before any session means that the server rejects TLS 1.2.</summary>
    [Theory]
    [InlineData(true, false, FailureAction.Retry, FailureKind.Network)]
    [InlineData(true, true, FailureAction.Retry, FailureKind.Network)]
    [InlineData(false, true, FailureAction.Retry, FailureKind.Network)]
    [InlineData(false, false, FailureAction.GiveUp, FailureKind.Tls)]
    internal void A_lost_TLS_handshake_is_tried_again_unless_the_server_closes_the_first(bool isReset, bool hasStood, FailureAction action, FailureKind kind)
    {
        var cause = isReset ? new IOException("Reset.", new SocketException((int)SocketError.ConnectionReset)) : new IOException("End.");
        var failure = new FtpConnectionException(FtpStage.Tls, "Broke off.", cause);

        Assert.Equal(new FailureVerdict(action, kind), FailurePolicy.Judge(failure, 0, hasStood));
    }

    [Theory]
    [InlineData(StorageFailure.Full, FailureKind.Disk)]
    [InlineData(StorageFailure.Denied, FailureKind.Disk)]
    [InlineData(StorageFailure.Failed, FailureKind.Disk)]
    [InlineData(StorageFailure.Busy, FailureKind.Usage)]
    [InlineData(StorageFailure.Exists, FailureKind.Usage)]
    internal void The_disk_is_never_tried_again(StorageFailure reason, FailureKind kind) =>
        Assert.Equal(new FailureVerdict(FailureAction.GiveUp, kind), FailurePolicy.Judge(new StorageException(reason, "No."), 3, hasStood: true));

    [Fact]
    public void A_permanent_failure_is_not_retried()
    {
        Assert.Equal(new(FailureAction.GiveUp, FailureKind.Tls), FailurePolicy.Judge(new FtpTlsException("Certificate."), 3, hasStood: true));
        Assert.Equal(
            new(FailureAction.Retry, FailureKind.Tls), FailurePolicy.Judge(new FtpTlsException("Session.") { MayLogInAgain = true }, 3, hasStood: true));
        Assert.Equal(new(FailureAction.GiveUp, FailureKind.Network), FailurePolicy.Judge(new FtpProtocolException("HTTP."), 3, hasStood: true));
        Assert.Equal(new(FailureAction.GiveUp, FailureKind.Verification), FailurePolicy.Judge(new TransferException(FailureKind.Verification, "Hash."), 3, hasStood: true));
        Assert.Equal(new(FailureAction.GiveUp, FailureKind.Usage), FailurePolicy.Judge(new ArgumentException("CR."), 3, hasStood: true));
    }

    [Theory]
    [InlineData("RETR", 425, true)]
    [InlineData("RETR", 421, false)]
    [InlineData("EPSV", 425, true)]
    [InlineData("PASV", 451, true)]
    [InlineData("PASS", 530, false)]
    [InlineData("", 421, false)]
    public void A_refused_port_or_transfer_is_distinguished_from_a_refused_session(string verb, int code, bool refuses) =>
        Assert.Equal(refuses, FailurePolicy.RefusesData(new FtpReplyException(verb, verb, new FtpReply(code, ["No."]))));

    [Theory]
    [InlineData("RETR", 550, "No support for resume of ASCII transfer.", true)]
    [InlineData("RETR", 554, "Restart offset reset to 0.", true)]
    [InlineData("RETR", 451, "Restart not permitted.", true)]
    [InlineData("RETR", 425, "Unable to build data connection: Operation not permitted", false)]
    [InlineData("RETR", 451, "Too many transfers.", false)]
    [InlineData("REST", 502, "No.", false)]
    public void A_RETR_refused_for_its_offset_is_distinguished_from_a_limit(string verb, int code, string text, bool refuses) =>
        Assert.Equal(refuses, FailurePolicy.RefusesToRestart(new FtpReplyException(verb, verb, new FtpReply(code, [text]))));
}
