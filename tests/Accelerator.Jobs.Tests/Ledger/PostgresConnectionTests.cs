namespace Accelerator.Jobs.Tests.Ledger;

public sealed class PostgresConnectionTests
{
    private const string Limit = "idle_in_transaction_session_timeout";

    [Theory]
    [InlineData("Host=a", $"-c {Limit}=30s")]
    [InlineData("Host=a;Options=-c jit=off", $"-c jit=off -c {Limit}=30s")]
    [InlineData("Host=a;Max Auto Prepare=9", $"-c {Limit}=30s")]
    [InlineData($"Host=a;Options=-c {Limit}=5min", $"-c {Limit}=5min")]
    [InlineData("Host=a;Max Auto Prepare=0", null)]
    [InlineData("Host=a;MaxAutoPrepare=0", null)]
    public void A_transaction_that_is_idle_ends_after_half_a_minute_unless_the_string_says_otherwise_or_is_for_a_pooler(string connection, string? expected) =>
        Assert.Equal(expected, PostgresConnection.Of(connection).Settings().Options);

    [Theory]
    [InlineData("Host=db.example.org", "VerifyFull", "ScramSHA256")]
    [InlineData("Host=192.0.2.7:5433", "VerifyFull", "ScramSHA256")]
    [InlineData("Host=localhost.example.org", "VerifyFull", "ScramSHA256")]
    [InlineData("Host=loopback", "VerifyFull", "ScramSHA256")]
    [InlineData("Host=::1:5432", "VerifyFull", "ScramSHA256")]
    [InlineData("Host=127.0.0.1,db.example.org", "VerifyFull", "ScramSHA256")]
    [InlineData("Host=localhost,", "VerifyFull", "ScramSHA256")]
    [InlineData("Database=x", "VerifyFull", "ScramSHA256")]
    [InlineData("Host=db.example.org;SslMode=Require", "Require", "ScramSHA256")]
    [InlineData("Host=db.example.org;SSL Mode=Prefer", "Prefer", "ScramSHA256")]
    [InlineData("Host=db.example.org;Require Auth=MD5", "VerifyFull", "MD5")]
    [InlineData("Host=127.0.0.1", "Prefer", "!Password")]
    [InlineData("Host=127.8.8.8:5433", "Prefer", "!Password")]
    [InlineData("Host=LocalHost", "Prefer", "!Password")]
    [InlineData("Host=::1", "Prefer", "!Password")]
    [InlineData("Host=[::1]:5433", "Prefer", "!Password")]
    [InlineData("Host=@ledger,localhost:5433", "Prefer", "!Password")]
    [InlineData("Host=localhost;SSL Mode=VerifyCA;Require Auth=Password", "VerifyCA", "Password")]
    public void Another_computer_needs_verified_TLS_and_SCRAM_unless_the_string_says_otherwise(string connection, string tls, string auth)
    {
        var settings = PostgresConnection.Of(connection).Settings();
        Assert.Equal((tls, auth), ($"{settings.SslMode}", settings.RequireAuth));
    }

    [Theory]
    [InlineData("Host=db.example.org", false, "TLS required, certificate and name verified; password only by SCRAM-SHA-256.")]
    [InlineData("Host=db.example.org;Require Auth=!Password", false, "TLS required, certificate and name verified; password never in clear text.")]
    [InlineData("Host=db.example.org;SSL Mode=VerifyCA", false, "TLS required, certificate verified, name not verified; password only by SCRAM-SHA-256.")]
    [InlineData("Host=db.example.org;SSL Mode=VerifyFull;Require Auth=Password", false, "TLS required, certificate and name verified; password in any form that the server requests.")]
    [InlineData("Host=localhost", false, "on this computer; password never in clear text.")]
    [InlineData("Host=db.example.org;SSL Mode=Prefer;Require Auth=Password", true, "the password may be sent in clear text: the connection string says SSL Mode=Prefer and Require Auth=Password. Set SSL Mode=VerifyFull, or omit it.")]
    [InlineData("Host=db.example.org;SSL Mode=Disable", true, "the names of all files may be sent in clear text, and the server is not verified: the connection string says SSL Mode=Disable. Set SSL Mode=VerifyFull, or omit it.")]
    [InlineData("Host=db.example.org;SSL Mode=Require", true, "the server is not verified: the connection string says SSL Mode=Require. Set SSL Mode=VerifyFull, or omit it.")]
    [InlineData("Host=db.example.org;SSL Mode=Require;Require Auth=!MD5", true, "the password may be sent to a computer that poses as the server: the connection string says SSL Mode=Require and Require Auth=!MD5. Set SSL Mode=VerifyFull, or omit it.")]
    public void What_is_in_force_is_one_sentence_without_the_password(string connection, bool isWeak, string expected)
    {
        var read = PostgresConnection.Of(connection + ";Password=geheim");
        Assert.Equal((isWeak, $"ledger: PostgreSQL at {read.Settings().Host}: {expected}"), (read.IsWeak, read.Protection));
    }

    [Fact]
    public void An_invalid_string_is_not_quoted() =>
        Assert.DoesNotContain("geheim", Assert.Throws<LedgerException>(() => PostgresConnection.Of("Host=a;Passwort=geheim")).ToString());
}
